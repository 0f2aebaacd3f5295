/** An engine that cannot start, dies, hangs, or is not where it should be. */
export const engineErrors = {
  enginePortTaken:
    '{{name}} could not start: another program ({{holder}}, {{pid}}) uses port {{port}}. Your jobs wait. Start it on port {{free}} instead, or close that program.',
  enginePortTakenBySomeone:
    '{{name}} could not start: another program uses port {{port}}. Your jobs wait. Start it on port {{free}} instead, or close that program.',
  engineStrangerThere:
    '{{name}} was started, but another ComfyUI answers at {{url}}. Nothing was sent there, and your jobs wait. Start it on another port, or close the other one.',
  engineProgramMissing:
    '{{name}} could not start: there is no program "{{file}}". Your jobs wait. Check that its Python was not moved or removed, or choose another one.',
  engineProgramRefused:
    '{{name}} could not start: the system does not run "{{file}}" ({{reason}}). Your jobs wait. Allow it to be run, or choose another Python.',
  engineModuleMissing:
    '{{name}} could not start: its Python lacks the package "{{module}}". Your jobs wait. Install the requirements.txt of this ComfyUI into that Python, then start it again.',
  engineFlagNeedsPackage:
    '{{name}} could not start: its flag {{flag}} needs the package "{{package}}", which its Python lacks. Your jobs wait. Take the flag out of the launch profile, or install that package into that Python.',
  engineFrontendMissing:
    '{{name}} could not start: its Python lacks the package of its web page. Your jobs wait. Install the requirements.txt of this ComfyUI into that Python, then start it again.',
  engineTorchNoCuda:
    '{{name}} could not start: its PyTorch was made for the CPU only. Your jobs wait. Install a PyTorch for your graphics card, or add --cpu to the launch profile to run slowly without one.',
  engineNoGpu:
    '{{name}} could not start: no graphics card that it can use was found. Your jobs wait. Check the driver and restart the machine, or add --cpu to the launch profile to run slowly without one.',
  engineScriptMissing:
    '{{name}} could not start: its main.py is gone. Your jobs wait. Check that the ComfyUI folder was not moved, or choose it again.',
  engineDiskFull: '{{name}} could not start: the disk is full. Your jobs wait. Free some space, then start it again.',
  engineLaunchFailed: '{{name}} could not be started: {{reason}} Your jobs wait. Look at its log, then start it again.',
  engineCrashedStarting:
    '{{name}} ended while it was starting: {{line}} Your jobs wait. It is tried again by itself; its log tells more.',
  engineCrashed:
    '{{name}} stopped unexpectedly: {{line}} Your jobs wait safely, and the one that ran is run again. It is started again by itself; its log tells more.',
  engineKilled:
    '{{name}} was ended from outside, by another program or the system. Your jobs wait safely, and the one that ran is run again. It is started again by itself.',
  engineMemoryKilled:
    '{{name}} was ended by the system because the machine ran out of memory. Your jobs wait safely, and the one that ran is run again. Close other programs, or use smaller models or sizes, if it happens again.',
  engineHung:
    '{{name}} showed no sign of life for {{seconds}} s and was ended. Your jobs wait safely, and the one that ran is run again. It is started again by itself.',
  engineSuspended:
    '{{name}} was suspended from outside, showed no sign of life for {{seconds}} s, and was ended. Your jobs wait safely, and the one that ran is run again. It is started again by itself.',
  engineBootEndless:
    '{{name}} did not become ready within {{seconds}} s and was ended. Your jobs wait. Its log shows how far it came; if it is only slow, raise the limit in Settings.',
  enginePoisoned:
    'The graphics card lost its state in {{name}}, so that every further job would have failed at once. It was ended and is started again by itself; your jobs wait safely, and the one that failed is run again.',
  engineNoWorker:
    '{{name}} still answered but ran nothing any more, and was ended. Your jobs wait safely, and the one that was to run is run again. It is started again by itself.',
  engineStalls:
    '{{name}} made no progress with a job and did not let it go, and was ended. Your jobs wait safely. It is started again by itself.',
  engineKeepsCrashing:
    '{{name}} stopped {{count}} times within {{minutes}} min and is not started again for now. Last time: {{line}} Your jobs wait safely. Look at its log, try a safe start without custom nodes, or start it again.',
  engineUnkillable:
    '{{name}} could not be ended: process {{pid}} is stuck in the system, most likely in a driver. Your jobs wait safely. Restart the machine; nothing is lost.',
  engineLate:
    '{{name}} has shown no sign of life for {{seconds}} s. Your jobs are safe. It may be loading a large model; if it stays silent it is restarted by itself.',
  engineLeftRunning:
    '{{name}} could not start: one that Hearth had started before still runs (process {{pid}}), and the file that tells of it is gone or broken. It is left alone, and your jobs wait. End that process, then start {{name}} again.',
  engineLogLost:
    '{{name}} runs on, but the log of this start cannot be read ({{file}}). Your jobs go on; if it crashes, its last words will be missing. Restart it when nothing runs, and it writes a new log.',
  engineRolledBack:
    '{{name}} could not start with the launch profile "{{profile}}": {{line}} It runs with the flags that last worked, so that your jobs go on. Correct the profile; the next start you ask for uses it again.',
  engineProfileMissing:
    'There is no launch profile "{{profile}}". Nothing was started or changed. Choose one of the profiles that exist.',
  engineLost:
    '{{name}} no longer answers at {{url}}: {{reason}} Your jobs wait. Hearth did not start it and leaves it alone; it goes on by itself when it answers again.',
  engineLostRefused: 'The connection is refused.',
  engineLostSilent: 'It was silent for {{seconds}} s.',
  engineLostIdle: 'It took a job and did nothing with it.',
  engineNotRunning: '{{name}} does not run, so there is nothing to read from it. Your jobs wait. Start it first.',
  deathByMeaning: 'It was ended by {{meaning}}.',
  deathWithCode: 'It ended with code {{code}} and said nothing about why.',
  deathSilent: 'It said nothing about why.',
  noSuchLaunch:
    'This engine has no start {{id}}, so there is no log of it to show. Nothing was changed. Choose a start from its list.',
  logPatternInvalid:
    'This is no regular expression ({{reason}}), so no line was looked for. Nothing was changed. Correct it, or look for the words themselves.',
  logPatternSlow:
    'This regular expression takes too long over this log, and the search was ended. The engine and your jobs were not held up. Make it simpler, best without one repetition inside another.',
  engineNoTwin:
    '{{name}} is the demo engine, which uses no graphics card. Nothing was added. Add a second one from a ComfyUI of yours.',
  engineNotOurs:
    '{{name}} is run by somebody else, so Hearth gives it no flags. Nothing was changed. Set its flags where it is started.',
};
