export const queueErrors = {
  databaseFromFuture:
    'This data folder was written by a newer Hearth (schema {{found}}, this one knows {{known}}). Nothing was changed. Start the newer Hearth, or give another data folder.',
  databaseDamaged:
    'The database {{file}} is damaged ({{detail}}). Nothing was changed, and your pictures in the artifacts folder are untouched. Put a backup of the file in its place, or move it aside to start with an empty queue.',
  databaseUnreadable:
    'The database {{file}} cannot be opened ({{detail}}). Nothing was changed. Check that the folder exists, that you may write there, and that the disk has room.',
  databaseFull:
    'Hearth could not write to its database ({{detail}}). Nothing was queued or changed. Free some space on the disk that holds the data folder, then try again.',
  cancelHalfDone:
    'Hearth could not write to its database ({{detail}}), so the cancellation stopped half way. Jobs that it had cancelled come back by themselves once there is room: {{count}}. Free some space on the disk that holds the data folder, then cancel again.',
  undoHalfDone:
    'Hearth could not write to its database ({{detail}}), so the undo is not complete. Jobs that are back: {{count}}. While Hearth runs, the others follow by themselves once there is room. Free some space on the disk that holds the data folder; after a new start undo again, or queue them anew from the list of what was cancelled.',
  requeueHalfDone:
    'Hearth could not write to its database ({{detail}}), so not all of these jobs were queued again. In the queue again: {{count}}. The others stay as they were. Free some space on the disk that holds the data folder, then queue them again.',

  jobTemplateUnknown: 'There is no template "{{template}}". Nothing was queued. Choose one of the templates that Hearth lists.',
  jobTemplateVersionUnknown:
    'The template "{{template}}" has no version {{version}}. Nothing was queued. Leave the version out to use the current one.',
  inputUnknown:
    'The picture "{{value}}" given for "{{key}}" is not in the data folder. Nothing was queued. Choose the picture again.',
  jobKeyTaken:
    'The key "{{key}}" already belongs to another request. Nothing was queued. Use a new key, or send exactly the same request again to get its jobs.',
  jobUnknown: 'There is no job {{id}}, so nothing was done with it. Look its id up in the queue.',
  jobFinished: 'The job {{id}} is already over ({{state}}), so there is nothing to cancel. It was left as it is.',
  jobFinishedFirst: 'The job {{id}} finished before it could be stopped. Its pictures are in the gallery.',
  jobNotRequeueable:
    'The job {{id}} is {{state}} and was left as it is. Only jobs that failed, are held, or were cancelled can be queued again.',
  jobNotWaiting: 'The job {{id}} does not wait any more, so its place in the queue was not changed. Look at it in the queue.',
  undoUnderWay:
    'These jobs are being brought back already. Nothing more is to be done; they appear in the queue one after the other.',
  undoTooLate:
    'It is too late to bring these jobs back by undo. They are listed as cancelled and lost nothing; mark them and queue them again.',
  queueFileNotJson: 'This file is no JSON ({{detail}}). Nothing was queued. Choose a file that Hearth exported from a queue.',
  queueFileOther: 'This is no file of a Hearth queue. Nothing was queued. Choose a file that Hearth exported from a queue.',
  queueFileInvalid:
    'The file is damaged at {{place}}: {{detail}}. Nothing was queued. Correct that place, or export the queue once more.',
  importRefused: 'The file cannot be queued here because of {{place}}: {{why}} Nothing of the file was queued.',
  importStopped:
    'The import stopped at {{place}}: {{why}} Jobs of the file that were queued before it and stay: {{added}}. Once this is put right, import the same file again: only what is missing is added.',
  editedJobGone:
    'The job that was edited is not there any more, or was made with another template, so what a remedy had changed in it cannot be kept. Nothing was queued. Leave these changes out (×), then queue it again.',
  editedChangesUnfit:
    'What a remedy had changed in the job that was edited does not fit version {{version}} of the template "{{template}}". Nothing was queued. Leave these changes out (×), then queue it again.',
  jobNotOnDisk:
    'The job was handed over and runs, but the disk of the data folder did not confirm that it has it ({{detail}}). Only a power cut now could lose it. Check that disk before you queue more.',
  jobChangesUnfit:
    'What a remedy changed in the graph of this job does not fit version {{version}} of the template "{{template}}", so the job cannot run. Correct the file that it came from, or queue it anew from the form.',
  jobChangesNoOutput:
    'What a remedy changed in this job takes out node {{node}}, which makes an output of version {{version}} of the template "{{template}}", so the job cannot run. Correct the file that it came from, or queue it anew from the form.',
  importTemplateUnknown:
    'Version {{version}} of the template "{{template}}" is not here. Nothing was queued. Bring the template here first, then import the file again.',
  importTemplateDiffers:
    'Version {{version}} of the template "{{template}}" is another one here than where the file was made. Nothing was queued. Bring the same template here under another name, or correct the file.',
  importSeedMissing:
    'The seed does not go with the template: one is missing, or there is one too many. Nothing was queued. Correct the file.',
  jobCursorUnknown: 'This page of the list no longer exists. Nothing was changed. Open the list from its beginning.',

  engineDied:
    'The engine stopped while this job ran: {{line}} Nothing of the job was lost: it runs again when the engine is back, unless this keeps happening under it; then it is set aside until you queue it again.',
  engineWorkerDead:
    'The engine took the job but its worker no longer runs anything. Hearth restarts the engine; the job runs again, unless this keeps happening under it; then it is set aside until you queue it again.',
  jobStalled:
    'The job made no progress for {{minutes}} min and was stopped. It is tried again until its attempts are used up. If such jobs are slow on this machine, raise the limit in Settings.',
  jobTimedOut:
    'The job ran for more than {{minutes}} min and was stopped. It is tried again until its attempts are used up. If such jobs take long on this machine, raise the limit in Settings.',
  engineUnanswered:
    'The engine gave no answer when the job was handed over, and it never arrived there. Nothing ran; it is handed over again until its attempts are used up.',
  engineForgot:
    'The engine no longer knows this job: it was removed there, or the engine started anew. Nothing was stored; it runs again until its attempts are used up.',
  engineAnswerBroken:
    'The engine answered with something that Hearth does not understand (HTTP {{status}}: {{text}}). The job was not run. The log of the engine tells more.',
  engineRefused:
    'The engine refused the job: {{message}} {{details}} Nothing was run. Correct the template, then queue the job again.',
  engineNodeMissing:
    'A node that the template needs is not installed in this engine: {{message}} {{details}} Nothing was run. Install the custom node, restart the engine, then queue the job again.',
  engineRefusedNode:
    'The engine refused node {{node}} ({{class}}): {{message}} {{details}} Nothing of it was run. Correct the template, then queue the job again.',
  engineRefusedInput:
    'The engine refused the input "{{input}}" of node {{node}} ({{class}}): {{message}} {{details}} Nothing of it was run. Change the value, then queue the job again.',
  engineNodesMissing:
    'This engine lacks nodes that the template "{{template}}" needs: {{nodes}}. The job was not run. Install the custom nodes, restart the engine, then queue the job again.',
  engineOutputMissing:
    'The job ran to its end, but these declared outputs made nothing: {{nodes}}. What else it made is kept. Check those nodes in the template.',
  engineFileMissing:
    'A file that the engine had listed was gone or broken when Hearth wanted to store it: {{line}} The job runs again until its attempts are used up.',
  nodeNoRoom:
    'Node {{node}} ({{class}}) could not write, because the disk of the engine is full: "{{message}}". The queue waits while there is no room, and the job is tried again a few times. Free some space on the disk of its output, temporary files and log; a job that has used up its tries can be queued again then.',
  nodeFolderRefused:
    'Node {{node}} ({{class}}) could not write its file: "{{message}}". The output folder of the engine, or the drive that it is on, is gone or refuses to be written. Such a job is tried twice. Bring the folder or drive back, or choose another output folder in the launch profile, then queue the job again.',
  nodeOutOfMemory:
    'Node {{node}} ({{class}}) ran out of memory: "{{message}}". The job was stopped and would run out again as it is. Use a smaller size or batch, or a smaller model, then queue it again.',
  gpuBroken:
    'The GPU reported an error in node {{node}} ({{class}}): "{{message}}". The engine cannot go on after that. Hearth restarts it; the job runs again, unless this keeps happening under it; then it is set aside until you queue it again.',
  nodeBadInput:
    'Node {{node}} ({{class}}) cannot work with what it was given: "{{type}}: {{message}}". The job would fail the same way again. Check the model file or picture it uses, then queue it again.',
  nodeFailed:
    'Node {{node}} ({{class}}) failed: "{{type}}: {{message}}". The rest of the queue goes on. Such a job is tried twice; the log of the engine shows where it failed.',
  jobInterruptedElsewhere:
    'The job was interrupted in the engine itself, not in Hearth. Such a job is run once more; interrupted again, it counts as cancelled.',
  inputGone:
    'The picture {{value}} that this job was given is no longer in the data folder. The job was not run. Choose the picture again and queue a new job.',
};
