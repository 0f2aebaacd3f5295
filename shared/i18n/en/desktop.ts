/** What the desktop app says outside its page. */
export const desktop = {
  stopWithWork:
    'Jobs still wait or run: {{count}}. If you stop Hearth now, its engine stops too; the jobs are kept and go on the next time.',
  stop: 'Stop Hearth',
  goOn: 'Keep working',
  allDone: 'All jobs are done',
  allDoneText: 'Succeeded: {{succeeded}}. Not succeeded: {{others}}.',
};
