import type { torchCauses as en } from '../en/causes-torch.ts';
import type { Same } from '../same.ts';

export const torchCauses: Same<typeof en> = {
  'cuda-no-kernel-image-extension': {
    title: '추가 라이브러리에 이 GPU용 코드가 없음',
    text: 'torch는 정상입니다. xformers, flash-attn, nunchaku, onnxruntime 같은 확장이 이 GPU 없이 빌드되었습니다.',
  },
  'cuda-no-kernel-image-old-gpu': {
    title: '이 torch는 더 이상 이 GPU를 지원하지 않음',
    text: 'CUDA 12.8 이상의 빌드는 오래된 카드를 제외했습니다.',
  },
  'cuda-no-kernel-image-new-gpu': {
    title: '이 torch는 GPU에 비해 오래됨',
    text: '설치된 torch 빌드보다 GPU가 더 새롭습니다.',
  },
  'cublas-not-supported-fp8': {
    title: '빠른 fp8 경로를 쓸 수 없음',
    text: '이 GPU, 모양, torch에서는 fp8 행렬 연산이 지원되지 않습니다.',
  },
  'cudnn-library-missing': {
    title: 'cuDNN 라이브러리를 찾지 못함',
    text: 'onnxruntime 같은 패키지가 torch와 다른 cuDNN을 요구합니다. 트레이스백 없이 프로세스가 끝납니다.',
  },
  'cudnn-error': {
    title: 'cuDNN이 연산을 실행하지 못함',
    text: 'cuDNN과 torch가 맞지 않거나, 비디오 메모리가 찼거나, ZLUDA에 없습니다.',
  },
  'torch-dll-load-failed': {
    title: 'torch의 라이브러리를 불러올 수 없음',
    text: 'Visual C++ 런타임이나 라이브러리가 없거나 torch가 일부만 업데이트되었습니다.',
  },
  'mps-ndarray-assert': {
    title: 'Metal이 다루기에 요청이 너무 큼',
    text: '배열 하나의 원소가 Apple GPU 라이브러리의 한계를 넘어 프로세스가 중단되었습니다.',
  },
  'mps-op-not-supported': {
    title: 'Apple GPU에 없는 연산',
    text: '이 torch와 macOS에서는 GPU로 실행할 수 없습니다.',
  },
  'mps-float64': {
    title: '노드가 Apple GPU에 없는 배정밀도를 사용함',
    text: '연산이 아니라 자료형이 없는 것이라 대체 실행으로는 해결되지 않습니다.',
  },
  'xformers-no-operator': {
    title: 'xformers에 쓸 수 있는 어텐션이 없음',
    text: 'xformers가 다른 torch, CUDA, GPU용으로 빌드되었습니다.',
  },
  'sage-import-failed': {
    title: 'SageAttention을 불러올 수 없음',
    text: '다른 torch나 Python용으로 빌드되었거나 Triton이 없습니다.',
  },
  'flash-attn-unsupported-gpu': {
    title: 'FlashAttention이 이 GPU를 지원하지 않음',
    text: 'RTX 30 이상이 필요합니다.',
  },
  'triton-missing': {
    title: '컴파일 단계에 필요한 Triton이 없음',
    text: '노드가 모델을 컴파일하는데, 여기에는 Triton이 필요합니다.',
  },
  'c-compiler-missing': {
    title: '컴파일 단계에 필요한 C 컴파일러가 없음',
    text: 'gcc나 MSVC를 찾지 못했습니다.',
  },
  'triton-driver-build-failed': {
    title: 'Triton이 보조 모듈을 만들지 못함',
    text: '컴파일러는 있지만 Python 헤더나 라이브러리가 없습니다.',
  },
  'triton-kernel-compile-failed': {
    title: 'Triton이 이 GPU용 커널을 컴파일할 수 없음',
    text: 'Triton이나 어셈블러가 이 GPU를 모르거나, 옵션에 더 새로운 카드가 필요합니다.',
  },
  'inductor-cache-exists': {
    title: '컴파일 캐시가 자기 파일과 충돌함',
    text: 'torch 2.5와 2.6은 있는 파일 위로 이름을 바꾸는데 Windows가 이를 거절합니다.',
  },
  'torch-cpu-build': {
    title: 'GPU를 지원하지 않는 torch가 설치됨',
    text: '팩이나 업데이트가 torch를 CPU 빌드로 바꾸었습니다.',
  },
  'torchvision-nms-mismatch': {
    title: 'torch와 torchvision이 맞지 않음',
    text: '둘 중 하나만 업데이트되었습니다.',
  },
  'torchaudio-mismatch': {
    title: 'torchaudio가 torch와 맞지 않음',
    text: 'torch만 업데이트되었습니다.',
  },
  'torchcodec-load-failed': {
    title: 'torchcodec을 불러올 수 없음',
    text: 'FFmpeg 공유 라이브러리가 없거나 torchcodec이 다른 torch용입니다.',
  },
  'numpy-abi': {
    title: '패키지가 다른 numpy용으로 빌드됨',
    text: '컴파일된 패키지에서는 numpy 1과 2를 섞어 쓸 수 없습니다.',
  },
  'hf-hub-version-conflict': {
    title: 'huggingface_hub 버전이 맞지 않음',
    text: '어떤 팩이 이 패키지의 버전을 올리거나 내렸습니다.',
  },
  'transformers-5-break': {
    title: 'transformers 5와 맞지 않음',
    text: '이 ComfyUI나 팩은 transformers 4에 맞춰져 있습니다.',
  },
  'setuptools-pkg-resources': {
    title: 'setuptools에 pkg_resources가 없음',
    text: '새 setuptools에서 빠진 부분을 팩이 아직 요구합니다.',
  },
  'python-unsupported': {
    title: '이 Python 버전용 패키지가 없음',
    text: '다른 Python 버전용으로만 나와 있는 패키지입니다.',
  },
  'embedded-python-broken': {
    title: '이 Python이 ComfyUI를 찾지 못함',
    text: '내장 Python이 바뀌었거나 "comfy"라는 다른 패키지가 가로막고 있습니다.',
  },
  'sqlite-too-old': {
    title: '이 Python의 SQLite가 오래됨',
    text: 'ComfyUI 데이터베이스에는 SQLite 3.35 이상이 필요합니다.',
  },
  'nan-black-image': {
    title: '값이 넘쳐 그림이 검게 나옴',
    text: '작업은 끝난 것으로 나오지만 디코딩 중 반정밀도 값이 넘쳤습니다.',
  },
  'audio-nan-encode': {
    title: '소리에 잘못된 값이 들어 있음',
    text: '오디오 모델의 값이 넘쳤고 비디오 인코더는 그 결과를 거절했을 뿐입니다.',
  },
};
