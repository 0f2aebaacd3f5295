/** What a benchmark may run into, and why it ended before its end. */
export const benchmarksErrors = {
  benchPlanInvalid:
    'The plan is wrong at “{{where}}”: there stands “{{found}}”, where something like “{{wanted}}” belongs. Nothing was measured. Correct that place, then try again.',
  benchPlanMissing:
    'The plan lacks “{{where}}”, where something like “{{wanted}}” belongs. Nothing was measured. Add it, then try again.',
  benchPlanKeyUnknown:
    'The plan says “{{key}}” at “{{where}}”, which no plan knows. Nothing was measured. Correct the word, or take it out.',
  benchPlanSize:
    'The plan is too large at “{{where}}”: {{count}} characters or entries, where {{most}} at most are taken. Nothing was measured. Shorten it, then try again.',
  benchPlanNotJson:
    'This file is no plan, for it is no JSON from line {{line}}, column {{column}} on (“{{near}}”). Nothing was opened or measured. Correct that place, or choose a plan that was saved as a file.',
  benchPlanCutOff:
    'This file is no whole plan: it ends in the middle, in line {{line}}, column {{column}}. Nothing was opened or measured. Get the whole file once more, or choose another one.',
  benchPlanDeep:
    'The plan is nested deeper than {{most}} levels in line {{line}}, column {{column}}, which no plan has to be. Nothing was opened or measured. Correct that place, or choose a plan that was saved as a file.',
  benchPlanKeyTwice:
    'The plan says the same word twice in one place: once more in line {{line}}, column {{column}} (“{{near}}”). Only one of them could count, so nothing was opened or measured. Take one of the two out.',
  benchPlanLong:
    'This file is too long for a plan: {{count}} characters, where {{most}} at most are read. Nothing was opened or measured. Choose a plan that was saved as a file.',
  benchPlanNameTwice:
    'Two configurations of the plan are called “{{name}}”. Nothing was measured. Give each a name of its own, then run it again.',
  benchPlanSeedTwice:
    'A seed is in the plan twice, and the second time would be answered from the cache. Nothing was measured. Take one of them out, then run it again.',
  benchPlanExtra:
    'With “extra” the plan begins with {{count}} runs of each configuration. Nothing was measured. Set “repeats” to {{count}}, or leave “extra” out.',
  benchPlanSeedRange:
    'The seed {{seed}} of the plan is not between {{min}} and {{max}}. Nothing was measured. Correct it, then run the plan again.',
  benchPlanSeedsFew:
    'The template takes fewer than the {{count}} seeds that the plan needs. Nothing was measured. Ask for fewer runs, then start it again.',
  benchUnknown: 'There is no benchmark {{id}}. Nothing was changed. Look at the list of benchmarks for those that are there.',
  benchPlanUnknown: 'This plan is not kept any more. Nothing was changed. Look at the list of plans for those that are there.',
  benchOver: 'This benchmark is over. Nothing was changed. Run its plan again to measure anew.',
  benchUnderWay:
    'A benchmark is measuring already. Nothing was started, because two would disturb each other. Wait for its verdict, or stop it.',
  benchQueueHeld:
    'A remedy is being tried, or an update runs. Nothing was measured, because that restarts engines too. Try again when it is over.',
  benchTemplateUnknown:
    'There is no template "{{template}}". Nothing was measured. "hearth templates" lists those that there are; correct the plan.',
  benchSeedless:
    'The template "{{template}}" has no seed, so that every sample but the first would be answered from cache. Nothing was measured. Set "cold" in the plan, or choose another template.',
  benchEngineUnknown:
    'There is no engine "{{engine}}". Nothing was measured. "hearth engine" lists those that there are; correct the plan.',
  benchEngineNone:
    'Hearth starts no engine of its own yet. Nothing was measured. Add a ComfyUI folder or the demo engine first, then run the plan again.',
  benchProfileUnknown: 'There is no launch profile "{{profile}}". Nothing was measured. Make it first, or correct the plan.',
  benchFlagStray:
    'The word "{{word}}" in the flags of "{{configuration}}" belongs to no flag. Nothing was measured. Write flags as "--name" or "--name", "value".',
  benchFlagLost:
    '{{engine}} was started without {{flag}} of "{{configuration}}": flags given to this run of Hearth come after every other. Nothing can be compared. Start Hearth without them, then run the plan again.',
  benchExternal:
    '{{engine}} was not started by Hearth. It cannot be started anew before each block: its memory and cache are freed instead, and what else that machine does is not seen. Take small differences with care, or add its folder to have it started.',
  benchExternalFlags:
    '{{engine}} was not started by Hearth, so "{{configuration}}" can give it no profile and no flags. Nothing was measured. Leave them out of the plan, or add the folder of that ComfyUI.',
  benchFlagStays:
    '{{engine}} was started with {{flag}} although "{{configuration}}" is without it: flags given to this run of Hearth come after every other. Nothing can be compared. Start Hearth without them, then run the plan again.',
  benchPromptsDiffer:
    'The prompt of "{{configuration}}" is not the one of "{{first}}": node {{node}}, input "{{input}}" is {{other}} instead of {{value}}. Different work cannot be compared. Give that value in the plan, then run it again.',
  benchNotStarted:
    '{{engine}} did not start as "{{configuration}}": {{line}} The sample counts as a crash. The profile is as it was.',
  benchEngineDied:
    '{{engine}} died under "{{configuration}}": {{line}} The sample counts as a crash. Look at the incident for its cause.',
  benchSampleCancelled:
    'The job of this sample was cancelled. It counts neither as a time nor as a failure, and the benchmark goes on without it. To end the whole benchmark, stop it on its own page.',
  benchSampleLost:
    'The engine let go of the prompt of this sample without a word. The sample counts as a failure, and the benchmark goes on. The log of the engine may tell more.',
  benchStopped: 'You stopped the benchmark. What was measured until then is kept, and the engine is as it was.',
  benchEngineStopped:
    '{{engine}} was stopped or started anew in the middle. What was measured until then is kept. Run the plan again to have all of it.',
  benchHostEnded:
    'Hearth ended in the middle. What was measured until then is kept, and the engine has its own profile again. Run the plan again to have all of it.',
  benchHostGone:
    'The connection to Hearth was lost in the middle. A run that still goes on there is kept; start "hearth serve" if it ended, then run the plan again.',
  benchPresetFlag: 'No flag is chosen yet. Nothing is compared without one. Choose the flag that is to be turned on and off.',
  benchPresetProfiles:
    'There is only one launch profile. Nothing can be compared with it. Make a second one on the engine screen, then come back.',
  benchPresetAttention:
    '{{engine}} knows no flags that choose how attention is computed. Nothing can be compared. Choose a single flag instead.',
  benchFault: 'The benchmark could not go on: {{line}} What was measured until then is kept. Run the plan again.',
};
