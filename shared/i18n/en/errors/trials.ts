/** What trying a remedy may run into, and what its verdict says. */
export const trialsErrors = {
  trialUnknown: 'There is no trial {{id}}. Nothing was changed. Open the incident again to see its trials.',
  trialUnderWay:
    '{{engine}} is trying another remedy now. Nothing was started; one engine tries one thing at a time. Wait for its result, or stop that trial.',
  trialNotOffered:
    'This incident does not offer the remedy "{{remedy}}" on this engine. Nothing was changed. Choose one of those that its page lists.',
  trialNotOpen: 'This incident is settled. Nothing was started. Open it again first, if you want to try more.',
  trialEngineGone:
    'The engine of this incident was removed from Hearth. Nothing was started. Add the engine again, and queue the job there.',
  trialQueueMeasured:
    'A benchmark or an update holds the queue now. Nothing was started, because a restart would spoil it. Try again when it is done.',
  trialJobElsewhere:
    'The job that failed runs on another engine now. Nothing was started. Wait until it is done there, then try the remedy.',
  trialJobGone:
    'The job that failed is no longer there. Nothing was started. Try a remedy that needs no job, or queue such a job again.',
  trialNoChange:
    'Hearth finds nothing in this job that it could change for this remedy: what is right, only you know. Nothing was queued. Change the values in the form, or the workflow in ComfyUI, and queue the job again.',
  trialOver: 'This trial is over. Nothing was changed.',
  trialCannotUndo: 'This trial changed no profile, or was undone already. Nothing was changed.',
  trialUndoBusy: '{{engine}} is trying a remedy now. Nothing was undone. Wait for the result, or stop that trial, then undo.',
  trialProfileGone:
    'The profile that this trial changed was removed since. Nothing was undone. The engine runs with another profile already.',
  trialHoldsQueue:
    'A remedy is being tried, and the queue waits for it. Nothing was changed. Wait until the trial is over, or stop it on the page of the incident.',

  trialNotStarted: 'The engine did not start with the change: {{line}} The profile is as it was. Try the next remedy.',
  trialFlagLost:
    'The engine was started without {{flag}}: flags given to this run of Hearth come after every profile. The profile is as it was. Start Hearth without them, then try again.',
  trialFlagStays:
    'The engine still has {{flag}}: flags given to this run of Hearth come after every profile. The profile is as it was. Start Hearth without it, then try again.',
  trialFactStays: 'The boot log still says "{{line}}": the change did not take. The profile is as it was. Try the next remedy.',
  trialFactMissing:
    'The boot log does not say "{{line}}": the change did not take. The profile is as it was. Try the next remedy.',
  trialProved: 'The boot log shows it: {{line}}.',
  trialProvedGone: 'The boot log shows it: "{{line}}" is gone.',
  trialJobFailed: 'The job failed again: {{line}} The remedy did not help, and the profile is as it was. Try the next one.',
  trialEngineDied:
    'The engine died again while the job ran: {{line}} The remedy did not help, and the profile is as it was. Try the next one.',
  trialJobSetAside: 'The job could not be run: {{line}} The profile is as it was. Correct the job, then try again.',
  trialPictureBlack:
    'The job ran through, but its picture is black. That is no cure: the profile is as it was, and the picture is in the gallery. Try the next remedy.',
  trialPictureNaN:
    'The job ran through, but the log says that its picture holds values that are no numbers. That is no cure: the profile is as it was. Try the next remedy.',
  trialPictureFlat: 'The picture is one single colour. Look at it before you trust the remedy.',
  trialByStart: 'The engine starts now. No job was at fault, so none was run to prove more.',
  trialPackAtFault:
    'Without node packs the job runs: one of them is at fault. The profile is as it was. Switch packs off one by one to find which.',
  trialStopped: 'You stopped the trial. The profile is as it was, and the job waits as before.',
  trialEngineStopped:
    'The engine was stopped or started anew in the middle. The profile is as it was, and the job waits as before.',
  trialJobCancelled: 'The job was cancelled in the middle. The profile is as it was. Try again with another job.',
  trialHostEnded: 'Hearth ended in the middle. The profile is as it was, and the job waits as before. Try the remedy again.',
  trialNotTakenBack:
    'Something of the trial could not be taken back: {{line}} No profile was changed, so the engine is as before from its next start on. Hearth tries again; if this stays, restart the engine, or Hearth.',
  trialTooLong: 'The trial took longer than {{minutes}} minutes. The profile is as it was, and the job waits as before.',
  trialFault: 'The trial could not go on: {{line}} The profile is as it was, and the job waits as before. Try it again.',
};
