/** What reading somebody's log may run into, and what stands in the way of a remedy. */
export const incidentsErrors = {
  logMissing: 'There is no file {{file}}. It was not diagnosed. Check the name and the folder.',
  logIsFolder: '{{file}} is a folder. It was not diagnosed. Give the log file inside it.',
  logUnreadable:
    'The file {{file}} cannot be read ({{detail}}). It was not diagnosed. Check that you may read it, or copy it and give the copy.',
  logTooLarge:
    'The log is larger than {{max}} GB. It was not diagnosed. Give the part around the failure, or use "hearth diagnose".',
  logNoRoom:
    'The disk of the data folder is nearly full, so the log was not taken. The work in the queue is safe. Free some room, or run "hearth diagnose" on the file where it lies.',
  logsTooMany:
    'Hearth reads {{most}} logs at once, and so many are being read now. This one was not taken. Give it again in a moment.',
  logsTooMuch:
    'Hearth takes {{most}} GB of logs at once, and those that are being read leave no room for this one. It was not taken; the others go on. Give it again when they are done, or use "hearth diagnose".',
  logAskedWrong:
    'What is known besides the log was given in a way that nobody understands ({{detail}}). It was not diagnosed. Correct it and give the log again.',
  incidentUnknown: 'There is no incident {{id}}. Nothing was changed. "hearth incidents" lists those there are.',
  incidentCursorUnknown:
    'The list of incidents cannot be continued from there. Nothing is lost. Load it again from the beginning.',
  incidentInTrial:
    'A remedy is being tried for this incident. It stays open meanwhile. Wait for the verdict, or end the trial first.',
  timeZoneUnknown: 'There is no time zone {{zone}}. Nothing was counted. Give a name such as Asia/Seoul.',
  remedyNeedsJob: 'No job stands behind this incident, so there is none to change. Try another remedy.',
  remedyEngineNotOurs:
    '{{name}} was not started by Hearth, so its flags cannot be changed from here. Start it with them yourself.',
  remedyFlagOwned:
    'Hearth itself gives {{flag}} at every start, so a profile cannot change it. The Engine screen offers what can be chosen.',
  remedyFlagOfRun:
    'Hearth was started with {{flag}} for this run, and that wins over every profile. Start Hearth without it, then try again.',
  reportNotWritten:
    'The report could not be written to {{file}} ({{detail}}). Nothing else was changed. Check the folder and its rights, or leave --out away.',
};
