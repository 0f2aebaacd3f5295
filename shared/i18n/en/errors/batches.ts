/** Requests for many jobs. `key` is a parameter's key, `given` what came. */
export const batchErrors = {
  axisEmpty: 'There is no value for "{{key}}" to vary. Nothing was queued. Give at least one value.',
  axisTooLong:
    'There are {{count}} values for "{{key}}", and one request may hold {{max}} jobs. Nothing was queued. Vary fewer values, or queue them in parts.',
  axisTwice:
    'The value {{given}} stands twice in the list for "{{key}}", so two jobs would be the same. Nothing was queued. Take one of them out.',
  axisKeyTwice: '"{{key}}" is varied twice. Nothing was queued. Put all its values into one list.',
  axisRandom:
    '"random" cannot stand in a list of seeds for "{{key}}". Nothing was queued. Name the seeds, or leave the list out and say how many random ones.',
  axisSeedAndCount:
    '"{{key}}" has a list of seeds, and {{count}} random ones were asked for besides. Nothing was queued. Use either the list or the number.',
  rangeUnreadable: '{{given}} is no range for "{{key}}". Nothing was queued. Write it as from..to:step, for example 20..40:5.',
  rangeStepZero:
    'The range {{given}} for "{{key}}" has a step of 0 and would never end. Nothing was queued. Give a step above 0.',
  rangeTooLong: 'The range {{given}} for "{{key}}" has more than {{max}} values. Nothing was queued. Take a larger step.',
  gridTooLarge:
    'These are {{count}} jobs, and one request may hold {{max}}. Nothing was queued. Vary fewer values, or queue them in parts.',
  limitControlnets:
    '{{given}} ControlNets are on, and this template allows {{allowed}}. Nothing was queued. Turn "{{key}}" off or another one.',
  limitControlnetsInGraph:
    'The graph applies {{given}} ControlNets, and this template allows {{allowed}}. The job was not run; its values are kept. Turn some off, or save the template with a higher limit.',
  batchUnknown: 'There is no batch {{id}}. Nothing was changed. Look for its jobs in the queue.',
};
