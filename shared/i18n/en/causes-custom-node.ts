/** Causes that lie in node packs, by id. */
export const customNodeCauses = {
  'nunchaku-illegal-memory-access': {
    title: 'Nunchaku reached memory that is not there',
    text: 'The nunchaku wheel or the kind of model (int4, fp4) does not fit this GPU or torch.',
  },
  'cuda-invalid-argument-pinned-gguf': {
    title: 'Pinned memory and GGUF weights do not go together',
    text: 'The driver refuses to pin weights that are mapped from a GGUF file.',
  },
  'access-violation-onnxruntime': {
    title: 'onnxruntime crashed while it opened a model',
    text: 'onnxruntime does not fit CUDA and cuDNN, or is installed twice.',
  },
  'abort-attention-extension': {
    title: 'An attention package ended the process',
    text: 'SageAttention or FlashAttention was not built for this GPU or torch.',
  },
  'sage-version-mismatch': {
    title: 'SageAttention and the node that uses it do not match',
    text: 'One of them is older than the other expects.',
  },
  'custom-node-hijacks-argv': {
    title: 'A node pack read the launch options and ended ComfyUI',
    text: 'The pack parses the command line of the whole program.',
  },
  'missing-node-type': {
    title: 'The workflow uses a node that is not installed',
    text: 'Its pack is missing, or failed to load.',
  },
  'custom-node-api-drift': {
    title: 'A node pack does not fit this ComfyUI',
    text: 'It calls or replaces something that changed.',
  },
  'onnxruntime-cuda-provider-missing': {
    title: 'onnxruntime cannot use the GPU',
    text: 'Its libraries for CUDA or cuDNN are missing or do not fit.',
  },
  'meta-tensor': {
    title: 'Weights of the model were never loaded',
    text: 'A pack loads weights late while another part moves them, or memory was short.',
  },
  'tensors-different-devices': {
    title: 'Data lies on two devices at once',
    text: 'A node does not know about offloading, or loaders name different devices.',
  },
  'dtype-mismatch': {
    title: 'Data has two precisions at once',
    text: 'Loader, VAE and encoder are set to different precisions.',
  },
  'ffmpeg-missing': {
    title: 'ffmpeg was not found',
    text: 'The node needs it to write videos.',
  },
  'custom-node-import-failed': {
    title: 'A node pack did not load',
    text: 'The engine runs without its nodes.',
  },
  'manager-install-failed': {
    title: 'ComfyUI-Manager could not install a pack',
    text: 'The engine itself is unharmed.',
  },
  'custom-node-exception': {
    title: 'A node pack raised an error of its own',
    text: 'An input that it does not handle, or a fault in this version of the pack.',
  },
};
