export const generalErrors = {
  unknownCall: 'Hearth does not know the call "{{name}}". The page and the app may be of different versions: reload the page.',
  invalidInput:
    'The request "{{name}}" could not be read, and nothing was changed. The page and the app may be of different versions: reload the page. What is wrong with it: {{detail}}',
  internal: 'Something went wrong inside Hearth. Your queue is safe; the log in the data folder has the details.',
  unreadableAnswer:
    "Hearth's answer could not be read. Your queue is safe; the page and the app are probably of different versions: reload the page.",
  disconnected: 'The connection to Hearth was lost. It reconnects by itself; nothing that was queued is lost.',
  unsupported: 'This is not possible here: {{what}} needs the desktop app.',
  dataFolderInUse:
    'Another Hearth already uses the data folder {{folder}}. Nothing was started and nothing changed. Stop it, give another folder with --data, or open the running one: {{url}}',
  dataFolderInUseSilently:
    'Another Hearth already uses the data folder {{folder}} and has not said its address yet. Nothing was started and nothing changed. Wait a moment, stop the other Hearth, or give another folder with --data.',
  dataFolderUnusable:
    'Hearth cannot use the data folder {{folder}}: {{detail}}. Nothing was started. Free some space there if it is full, or give a folder that you may write to with --data.',
  portTaken:
    'Port {{port}} is used by another program. Hearth was not started and your queue waits. Leave --port out to take any free port, or give another one.',
  portRefused:
    'The system does not let Hearth listen on port {{port}}: {{detail}}. Hearth was not started and your queue waits. Leave --port out to take any free port, or give one above 1023.',
  noHost:
    'No Hearth is running for the data folder {{folder}}. Nothing was changed. Start one with: hearth serve --data {{folder}}',
  noHostAt:
    'No Hearth answers at {{url}} with this token. Nothing was changed. Check HEARTH_URL and HEARTH_TOKEN, or start one with: hearth serve',
  hostStaysAway:
    'Hearth went away and was not back within {{seconds}} s. The jobs are kept and go on when it runs again. Start it with "hearth serve", then see "hearth jobs".',
  noEngineYet:
    'There is no engine yet. Nothing was changed; jobs wait until there is one. Add the demo engine with "hearth serve --engine demo", your own with --engine and its folder.',
  noSuchEngine: 'There is no engine {{id}}. Nothing was changed; "hearth engine" lists what there is.',
  noSuchTemplate: 'There is no template "{{id}}". Nothing was queued; "hearth templates" lists what there is.',
  noSuchArtifact: 'There is no picture {{id}} any more. Its job is still in the queue screen and can be run again.',
};
