/** What reading somebody's log may run into. */
export const incidentsErrors = {
  logMissing: 'There is no file {{file}}. It was not diagnosed. Check the name and the folder.',
  logIsFolder: '{{file}} is a folder. It was not diagnosed. Give the log file inside it.',
  logUnreadable:
    'The file {{file}} cannot be read ({{detail}}). It was not diagnosed. Check that you may read it, or copy it and give the copy.',
};
