/** Causes that lie in launch options, requests and accounts, by id. */
export const configCauses = {
  'prompt-validation-failed': {
    title: 'The engine refused a value of the workflow',
    text: 'It is out of range, not among the choices, or of the wrong type.',
  },
  'disable-async-offload-black-output': {
    title: 'Black or grey pictures with --disable-async-offload',
    text: 'A fault of 0.26 to 0.30. The log does not show it.',
  },
  'attention-flag-package-missing': {
    title: 'An attention option is set, but its package is not installed',
    text: 'ComfyUI ends at once in that case.',
  },
  'launch-flag-unrecognized': {
    title: 'ComfyUI does not accept a launch option',
    text: 'This version does not know it, or its value is wrong.',
  },
  'launch-flags-exclusive': {
    title: 'Two launch options exclude each other',
    text: 'ComfyUI takes only one of them.',
  },
  'extra-model-config-missing': {
    title: 'The file with extra model paths is missing',
    text: 'The launch options name it, so ComfyUI does not start.',
  },
  'extra-model-config-invalid': {
    title: 'The file with extra model paths is faulty',
    text: 'It is no valid YAML, or not a list of folders.',
  },
  'listen-address-unavailable': {
    title: 'The address to listen on does not exist here',
    text: '--listen names an address of another machine, or a name that does not resolve.',
  },
  'request-origin-mismatch': {
    title: 'Requests were refused: they came under another address',
    text: 'A proxy or another page speaks to the engine.',
  },
  'upload-too-large': {
    title: 'An upload was larger than allowed',
    text: 'The default limit is 100 MB.',
  },
  'api-node-login': {
    title: 'An API node needs a login',
    text: 'The job uses a paid service of Comfy without an account.',
  },
  'api-node-no-credits': {
    title: 'The account has no credits left',
    text: 'The service refused the job.',
  },
  'prompt-no-outputs': {
    title: 'The workflow has no output',
    text: 'Nothing in it saves or shows a result.',
  },
};
