export const generalErrors = {
  unknownCall: 'Hearth does not know the call "{{name}}". The page and the app may be of different versions: reload the page.',
  invalidInput: 'The request "{{name}}" could not be read: {{detail}}',
  internal: 'Something went wrong inside Hearth. Your queue is safe; the log in the data folder has the details.',
  disconnected: 'The connection to Hearth was lost. It reconnects by itself; nothing that was queued is lost.',
  unsupported: 'This is not possible here: {{what}} needs the desktop app.',
};
