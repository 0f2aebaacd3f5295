export const rendererErrors = {
  screenBroke:
    'This screen stopped working ({{detail}}). Your queue goes on; nothing that waits is lost. Reload the page, or go to another screen.',
};
