import type { Evidence } from '../evidence.ts';
import type { Traceback } from '../log/tracebacks.ts';
import { anywhere, type Rule, run, text } from './rule.ts';

const inPack = /custom_nodes[\\/]/;
const inLibrary = /custom_nodes|site-packages|dist-packages/;

/** Packages that ComfyUI itself asks for, with those that they ask for in turn. */
const requirements =
  /^No module named '(?:sqlalchemy|alembic|av|yaml|torch|torchvision|torchaudio|torchsde|einops|aiohttp|safetensors|transformers|sentencepiece|psutil|tqdm|pydantic|pydantic_settings|kornia|spandrel|filelock|requests|numpy|PIL|scipy|idna|multidict|yarl|frozenlist|aiosignal|attr|charset_normalizer|certifi|urllib3|packaging|regex|tokenizers|huggingface_hub|fsspec|jinja2|networkx|sympy|typing_extensions|mako|markupsafe|greenlet|blake3|glfw|OpenGL|simpleeval|comfyui_frontend_package|comfyui_workflow_templates)\b/;
const importedName =
  /^cannot import name '\w+' from '(?:av|aiohttp|alembic|einops|glfw|kornia|numpy|OpenGL|PIL|psutil|pydantic|pydantic_settings|requests|safetensors|scipy|sentencepiece|spandrel|sqlalchemy|tokenizers|torch|torchaudio|torchsde|torchvision|tqdm|transformers|yaml|yarl)\b/;

const exceptionLines = (found: Traceback | undefined): readonly number[] | null =>
  found ? [found.exceptionLine ?? found.n] : null;

/** `main.py` itself does not find `comfy`. */
const seesNoComfy = ({ tracebacks }: Evidence): readonly number[] | null =>
  exceptionLines(
    tracebacks.find(({ frames, message }) => {
      const last = frames.at(-1);
      return last?.name === '<module>' && /main\.py$/.test(last.file) && /^No module named 'comfy(?:\.\w+)?'/.test(message);
    }),
  );

/** A start that ended because a package was not found; one that a pack wanted does not end the start. */
const lacksRequirement = ({ tracebacks }: Evidence): readonly number[] | null =>
  exceptionLines(
    tracebacks.find(({ frames, place, type, message }) => {
      // A part of setuptools, no package of its own.
      if (message.startsWith("No module named 'pkg_resources")) return false;
      if (type !== 'ModuleNotFoundError' || place === 'import' || frames.some(({ file }) => inPack.test(file))) return false;
      const isFromMain = place === 'top' && /main\.py$/.test(frames[0]?.file ?? '');
      return isFromMain || requirements.test(message);
    }),
  );

/** A file of ComfyUI asks a package for a name that it does not have. */
const hasOldRequirement = ({ tracebacks, scope }: Evidence): readonly number[] | null => {
  const found = tracebacks.find(
    ({ frames, place, type, message }) =>
      type === 'ImportError' && place !== 'import' && importedName.test(message) && !inLibrary.test(frames.at(-1)?.file ?? ''),
  );
  if (found) return exceptionLines(found);
  // One package asks another for what its version does not have, and the start ends with it.
  const lacking = tracebacks.find(
    ({ frames, place, type, message }) =>
      place === 'top' &&
      type === 'AttributeError' &&
      /^(?:partially initialized )?module '(?:torch|torchvision|torchaudio|numpy|transformers|tokenizers|safetensors|huggingface_hub|av|aiohttp|PIL|scipy|einops|kornia|pydantic|sqlalchemy|alembic|yaml)[\w.]{0,80}' has no attribute/.test(
        message,
      ) &&
      !frames.some(({ file }) => inPack.test(file)),
  );
  if (lacking) return exceptionLines(lacking);
  const line = scope.find(({ text: each }) =>
    /^ImportError: [\w.-]+[<>=!~]=?.* is required for a normal functioning of this module/.test(each),
  );
  return line ? [line.n] : null;
};

const loadsTorchaudio = ({ tracebacks, run: lines }: Evidence): readonly number[] | null => {
  const line = lines.find(
    ({ text: each, role }) =>
      role === 'text' &&
      (/libtorchaudio\S*: undefined symbol|libtorchaudio\.pyd/.test(each) || /^OSError: .*libtorchaudio/.test(each)),
  );
  if (line) return [line.n];
  const guilty = tracebacks.find(
    ({ frames, message }) =>
      frames.some(({ file }) => /torchaudio[\\/]/.test(file)) && /WinError 127|undefined symbol/.test(message),
  );
  return exceptionLines(guilty);
};

/** A tokenizer of a text encoder finds nothing, as with transformers 5 and an older ComfyUI. */
const breaksTokenizer = ({ tracebacks, run: lines }: Evidence): readonly number[] | null => {
  const line = lines.find(({ text: each }) =>
    /cannot import name '(?:AutoModelForVision2Seq|HybridCache)' from 'transformers/.test(each),
  );
  if (line) return [line.n];
  const found = tracebacks.find(({ frames, type, message }) => {
    const last = frames.at(-1);
    if (!last || type !== 'IndexError' || !message.startsWith('list index out of range')) return false;
    return /[\\/](?:sd1_clip|text_encoders[\\/]\w+)\.py$/.test(last.file) && /^__init__$|token/.test(last.name);
  });
  return exceptionLines(found);
};

/** torch and the Python packages around it. */
export const packageRules: readonly Rule[] = [
  {
    id: 'torch-dll-load-failed',
    layer: 'torch',
    confidence: 'high',
    any: [text('Error loading "', /\[WinError (?:126|127|1114|193)\].*Error loading "[^"]+\.(?:dll|pyd)"/)],
    remedies: ['install-vc-redist', 'install-libomp', 'reinstall-torch'],
  },
  {
    id: 'torch-cpu-build',
    layer: 'torch',
    confidence: 'high',
    all: [text('Torch not compiled with CUDA enabled')],
    show: [run('pytorch version:')],
    remedies: ['reinstall-torch', 'cpu'],
  },
  {
    id: 'torchvision-nms-mismatch',
    layer: 'torch',
    confidence: 'high',
    all: [text('operator torchvision::nms does not exist')],
    remedies: ['reinstall-torch'],
  },
  {
    id: 'torchcodec-load-failed',
    layer: 'torch',
    applies: 'failure-or-advisory',
    confidence: 'high',
    any: [text('Could not load libtorchcodec'), text('TorchCodec is required for', /TorchCodec is required for \w+/)],
    remedies: ['install-shared-ffmpeg', 'install-torchcodec', 'older-torchaudio'],
  },
  {
    id: 'torchaudio-mismatch',
    layer: 'torch',
    applies: 'failure-or-advisory',
    confidence: 'medium',
    not: [text('libtorchcodec')],
    test: loadsTorchaudio,
    testAnchors: ['libtorchaudio', 'WinError 127', 'torchaudio'],
    remedies: ['reinstall-torchaudio', 'reinstall-torch'],
  },
  {
    id: 'numpy-abi',
    layer: 'torch',
    applies: 'failure-or-advisory',
    confidence: 'high',
    any: [
      text('Numpy is not available', /RuntimeError: Numpy is not available|^!!! Exception.*Numpy is not available/),
      text('numpy.dtype size changed'),
    ],
    remedies: ['reinstall-named-package', 'numpy-below-2'],
  },
  {
    id: 'hf-hub-version-conflict',
    layer: 'torch',
    applies: 'failure-or-advisory',
    confidence: 'high',
    any: [
      text('is required for a normal functioning', /huggingface[-_]hub\S* is required for a normal functioning of this module/),
      text("from 'huggingface_hub", /cannot import name '\w+' from 'huggingface_hub/),
    ],
    remedies: ['install-printed-range', 'update-transformers'],
  },
  {
    id: 'transformers-5-break',
    layer: 'torch',
    applies: 'failure-or-advisory',
    confidence: 'medium',
    test: breaksTokenizer,
    testAnchors: ['AutoModelForVision2Seq', 'HybridCache', 'list index out of range'],
    remedies: ['update-comfyui', 'update-node-pack', 'update-peft', 'transformers-below-5'],
  },
  {
    id: 'setuptools-pkg-resources',
    layer: 'torch',
    applies: 'failure-or-advisory',
    confidence: 'high',
    any: [text(["No module named 'pkg_resources'", "cannot import name 'packaging' from 'pkg_resources'"])],
    remedies: ['setuptools-below-81', 'update-node-pack'],
  },
  {
    id: 'python-unsupported',
    layer: 'torch',
    confidence: 'medium',
    any: [
      text(['is not a supported wheel on this platform', 'requires a different Python']),
      text('No matching distribution found for torch', /No matching distribution found for torch\w*/),
    ],
    remedies: ['python-312'],
  },
  {
    id: 'embedded-python-broken',
    layer: 'torch',
    confidence: 'high',
    test: seesNoComfy,
    testAnchors: ["No module named 'comfy"],
    exit: { codes: [1], isEnough: false },
    remedies: ['uninstall-comfy-package', 'restore-pth', 'unpack-portable-again'],
  },
  {
    id: 'sqlite-too-old',
    layer: 'torch',
    applies: 'failure-or-advisory',
    confidence: 'medium',
    all: [text("Can't use explicit RETURNING for bulk INSERT")],
    remedies: ['update-comfyui', 'newer-sqlite'],
  },
  {
    id: 'comfy-package-mismatch',
    layer: 'comfyui',
    confidence: 'high',
    any: [
      text(['comfy_aimdo', 'comfy_kitchen'], /(?:ModuleNotFoundError|ImportError): .*comfy_(?:aimdo|kitchen)/),
      text('aimdo.dll'),
    ],
    remedies: ['install-requirements'],
  },
  {
    id: 'comfy-kitchen-no-backend',
    layer: 'comfyui',
    confidence: 'medium',
    any: [text('NoCapableBackendError'), text('No backend can handle', /No backend can handle '\w+'/)],
    remedies: ['install-requirements', 'use-other-precision', 'update-comfyui'],
  },
  {
    id: 'core-dependency-missing',
    layer: 'comfyui',
    confidence: 'high',
    not: [run('got prompt', /^got prompt\s*$/)],
    test: lacksRequirement,
    testAnchors: ['No module named'],
    remedies: ['install-requirements', 'right-venv'],
  },
  {
    id: 'core-dependency-outdated',
    layer: 'comfyui',
    confidence: 'high',
    not: [run(['Starting server', 'got prompt'])],
    test: hasOldRequirement,
    testAnchors: ['cannot import name', 'is required for a normal functioning', 'has no attribute'],
    exit: { codes: [1], isEnough: false },
    remedies: ['install-requirements', 'unpin-node-pack'],
  },
  {
    id: 'utils-shadowed',
    layer: 'comfyui',
    confidence: 'high',
    all: [text("'utils' is not a package", /No module named 'utils\.\w+'; 'utils' is not a package/)],
    not: [text('module for custom nodes', /module for custom nodes: No module named 'utils\./)],
    remedies: ['start-main-py', 'disable-syspath-pack', 'update-node-pack'],
  },
  {
    id: 'frontend-package-missing',
    layer: 'comfyui',
    confidence: 'high',
    all: [text('comfyui-frontend-package is not installed')],
    exit: { codes: [255, 4294967295], isEnough: false },
    remedies: ['install-requirements'],
  },
  {
    id: 'nan-black-image',
    layer: 'torch',
    applies: 'advisory',
    confidence: 'high',
    any: [run('invalid value encountered in cast', /RuntimeWarning: invalid value encountered in cast/)],
    remedies: ['remove-fp16', 'fp32-vae', 'bf16-vae', 'force-upcast-attention', 'update-torch'],
  },
  {
    id: 'audio-nan-encode',
    layer: 'torch',
    confidence: 'high',
    all: [anywhere('Input contains (near) NaN')],
    remedies: ['remove-sage-attention', 'remove-fast', 'bf16-audio', 'update-comfyui', 'save-without-sound'],
  },
];
