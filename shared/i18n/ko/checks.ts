import type { checks as en } from '../en/checks.ts';
import type { Same } from '../same.ts';
import { engineProtocolErrors as errors } from './errors/engine-protocol.ts';

export const checks: Same<typeof en> = {
  folderFound: '폴더: {{folder}}',
  mainFound: 'ComfyUI의 main.py가 {{folder}}에 있습니다.',
  mainFound_portable: 'Windows용 포터블 ComfyUI입니다: {{folder}}',
  mainFound_desktop1: 'Comfy Desktop 앱의 ComfyUI입니다: {{folder}}',
  mainFound_desktop2: 'Comfy Desktop 2의 ComfyUI입니다: {{folder}}',
  pythonFound: 'Python {{version}}: {{python}}',
  pythonNone:
    '이 ComfyUI를 실행할 Python을 찾지 못했습니다. {{folder}}에 가상 환경을 만들고(python -m venv venv) requirements.txt를 설치하거나, ComfyUI를 실행하는 Python을 직접 지정해 주세요.',
  pythonBroken:
    'Python {{python}}이(가) 실행되지 않습니다({{reason}}). 고치거나, ComfyUI를 실행하는 Python을 직접 지정해 주세요.',
  pythonOld: 'Python {{version}}({{python}})은 ComfyUI를 돌리기에 너무 오래되었습니다. 3.10 이상을 써 주세요.',
  torchFound: 'PyTorch {{version}}',
  torchCpu: 'PyTorch {{version}}: GPU를 지원하지 않는 빌드입니다. ComfyUI에 --cpu 플래그가 필요하고 속도가 느립니다.',
  torchNone:
    '{{python}}에 PyTorch가 없습니다. 그 Python에 설치하거나(pip install torch torchvision torchaudio), ComfyUI를 실행하는 Python을 직접 지정해 주세요.',
  packagesMissing:
    'ComfyUI에 필요한 패키지 {{count}}개가 없습니다({{packages}}). 다음 명령으로 설치해 주세요: "{{python}}" -m pip install -r requirements.txt',
  packagesMismatched:
    '이 ComfyUI가 요구하는 버전과 다른 패키지가 {{count}}개 있습니다({{packages}}). 시작하지 못할 수 있습니다. 다음 명령으로 맞는 버전을 설치해 주세요: "{{python}}" -m pip install -r requirements.txt',
  gpuFound: 'GPU: {{name}}, {{gigabytes}} GB',
  device: '연산 장치: {{name}}',
  gpuNone:
    'GPU를 찾지 못했습니다. GPU가 있다면 드라이버를 확인해 주세요. 없다면 ComfyUI에 --cpu 플래그가 필요하고 속도가 느립니다.',
  gpuUnused:
    '{{name}}이(가) 있지만 설치된 PyTorch가 GPU를 지원하지 않습니다. CUDA 또는 ROCm을 지원하는 PyTorch를 설치하거나 --cpu 플래그를 써 주세요.',
  versionFound: 'ComfyUI {{version}}',
  versionOld: 'ComfyUI {{version}}은 너무 오래되었습니다. Hearth에는 {{oldest}} 이상이 필요하니 ComfyUI를 업데이트해 주세요.',
  versionUnknown: '이 ComfyUI의 버전을 알 수 없습니다. Hearth에는 {{oldest}} 이상이 필요합니다.',
  modelsFound: '모델 파일 {{count}}개',
  modelsMore: '모델 파일 {{count}}개 이상',
  modelsNone:
    '{{folder}}에 모델 파일이 없습니다. "demo" 템플릿은 모델 없이도 실행됩니다. 다른 템플릿을 쓰려면 하위 폴더 "checkpoints"에 체크포인트를 넣어 주세요. extra_model_paths.yaml에 적은 폴더는 여기서 세지 않습니다.',
  diskFree: '디스크 여유 공간 {{gigabytes}} GB',
  diskLow:
    '디스크 여유 공간이 {{gigabytes}} GB뿐입니다. 이미지와 모델을 둘 공간이 필요하니, 긴 큐를 돌리기 전에 공간을 확보해 주세요.',
  answers: '{{url}}에서 ComfyUI가 응답합니다.',
  failed: '확인하지 못했습니다({{reason}}). 다시 시도해 주세요.',
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
