import { engineProtocolErrors as errors } from './errors/engine-protocol.ts';

/** What was found when a ComfyUI folder or address was looked at; where something is missing, what to do about it. */
export const checks = {
  folderFound: 'Folder: {{folder}}',
  mainFound: "ComfyUI's main.py is in {{folder}}.",
  mainFound_portable: 'Portable ComfyUI for Windows in {{folder}}.',
  mainFound_desktop1: 'ComfyUI of the Comfy Desktop app, in {{folder}}.',
  mainFound_desktop2: 'ComfyUI of Comfy Desktop 2, in {{folder}}.',
  pythonFound: 'Python {{version}}: {{python}}',
  pythonNone:
    'No Python was found for this ComfyUI. Make a virtual environment in {{folder}} (python -m venv venv) and install requirements.txt into it, or name the Python that ComfyUI runs with.',
  pythonBroken: 'The Python {{python}} does not run ({{reason}}). Repair it, or name the Python that ComfyUI runs with.',
  pythonOld: 'Python {{version}} ({{python}}) is too old for ComfyUI. Use 3.10 or newer.',
  torchFound: 'PyTorch {{version}}',
  torchCpu: 'PyTorch {{version}}: a build without GPU support, so ComfyUI needs the flag --cpu and is slow.',
  torchNone:
    'PyTorch is missing in {{python}}. Install it there (pip install torch torchvision torchaudio), or name the Python that ComfyUI runs with.',
  packagesMissing:
    'Packages that ComfyUI needs and that are missing: {{count}} ({{packages}}). Install them with: "{{python}}" -m pip install -r requirements.txt',
  packagesMismatched:
    'Packages in another version than this ComfyUI asks for: {{count}} ({{packages}}). It may not start. Install the right ones with: "{{python}}" -m pip install -r requirements.txt',
  gpuFound: 'GPU: {{name}}, {{gigabytes}} GB',
  device: 'Computes on: {{name}}',
  gpuNone: 'No GPU answered. With one, check its driver; without one, ComfyUI needs the flag --cpu and is slow.',
  gpuUnused:
    '{{name}} is there, but this PyTorch was built without GPU support. Install a PyTorch with CUDA or ROCm, or use the flag --cpu.',
  versionFound: 'ComfyUI {{version}}',
  versionOld: 'ComfyUI {{version}} is too old for Hearth, which needs {{oldest}} or newer. Update ComfyUI.',
  versionUnknown: 'The version of this ComfyUI cannot be told. Hearth needs {{oldest}} or newer.',
  modelsFound: 'Model files: {{count}}',
  modelsMore: 'Model files: more than {{count}}',
  modelsNone:
    'No model files in {{folder}}. The "demo" template runs without any; for others put a checkpoint into its subfolder "checkpoints". Folders named in extra_model_paths.yaml are not counted here.',
  diskFree: '{{gigabytes}} GB free on its disk',
  diskLow: 'Only {{gigabytes}} GB free on its disk. Pictures and models need room: free some before a long queue.',
  answers: 'ComfyUI answers at {{url}}.',
  failed: 'This could not be checked ({{reason}}). Try again.',
  installMissing: errors.installMissing,
  installUnreadable: errors.installUnreadable,
  installNoMain: errors.installNoMain,
  urlInvalid: errors.urlInvalid,
  engineRefusesConnection: errors.engineRefusesConnection,
  engineHostUnknown: errors.engineHostUnknown,
  engineTimesOut: errors.engineTimesOut,
  engineCertificate: errors.engineCertificate,
  engineNoTls: errors.engineNoTls,
  engineForbids: errors.engineForbids,
  engineNotComfy: errors.engineNotComfy,
  engineConnectionBroke: errors.engineConnectionBroke,
};
