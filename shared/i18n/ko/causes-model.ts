import type { modelCauses as en } from '../en/causes-model.ts';
import type { Same } from '../same.ts';

export const modelCauses: Same<typeof en> = {
  'vram-oom-impossible-size': {
    title: '컴퓨터가 가진 것보다 훨씬 많은 메모리를 요구함',
    text: '크기, 배치, 프레임 수가 잘못되었습니다. 실행 옵션으로는 해결되지 않습니다.',
  },
  'access-violation-model-load': {
    title: '모델 파일을 읽다 프로세스가 중단됨',
    text: '페이지 파일이 매핑에 비해 작거나 파일·드라이브에 문제가 있습니다.',
  },
  'mps-float8-unsupported': {
    title: 'Apple GPU는 fp8을 지원하지 않음',
    text: '이 GPU에 없는 형식의 모델 파일입니다.',
  },
  'safetensors-incomplete': {
    title: '모델 파일이 온전하지 않음',
    text: '받거나 복사하다 중단되었습니다.',
  },
  'safetensors-header-invalid': {
    title: 'safetensors 파일이 아님',
    text: '웹 페이지나 포인터 파일이 모델 이름으로 저장된 경우가 많습니다.',
  },
  'checkpoint-weights-only-blocked': {
    title: 'torch가 모델 파일의 코드 실행을 거절함',
    text: '피클 파일에는 코드가 들어 있을 수 있어 알려진 클래스만 불러옵니다.',
  },
  'checkpoint-truncated': {
    title: '체크포인트가 잘려 있음',
    text: '다운로드가 중단되었습니다.',
  },
  'checkpoint-pickle-invalid': {
    title: '체크포인트를 읽을 수 없음',
    text: '손상되었거나 이름과 다른 파일입니다.',
  },
  'model-type-undetected': {
    title: 'ComfyUI가 모델을 알아보지 못함',
    text: '폴더나 로더가 잘못되었거나, 모델이 이 ComfyUI보다 새롭습니다.',
  },
  'gguf-unknown-arch': {
    title: 'GGUF 로더가 이 모델을 모름',
    text: '파일에 맞지 않는 로더이거나 ComfyUI-GGUF가 오래되었습니다.',
  },
  'state-dict-size-mismatch': {
    title: '파일이 모델과 맞지 않음',
    text: '버전이나 계열이 다르거나, 모델이 이 ComfyUI보다 새롭습니다.',
  },
  'clip-input-none': {
    title: '텍스트 인코더가 없음',
    text: '체크포인트에 들어 있지 않습니다.',
  },
  'vae-input-none': {
    title: 'VAE가 없음',
    text: '체크포인트에 들어 있지 않습니다.',
  },
  'mat-shape-mismatch': {
    title: '텍스트 인코더와 모델이 맞지 않음',
    text: '크기가 다릅니다. 다른 계열의 LoRA나 ControlNet도 같은 오류를 냅니다.',
  },
  'latent-channels-mismatch': {
    title: '채널 수가 맞지 않음',
    text: '다른 계열의 VAE나 ControlNet, 또는 알파 채널이 있는 그림입니다.',
  },
  'tensor-size-mismatch': {
    title: '크기가 맞지 않음',
    text: '64로 나누어떨어지지 않거나 서로 맞지 않는 부분입니다.',
  },
  'missing-model-file': {
    title: '워크플로의 모델 파일이 없음',
    text: '폴더에 없거나 이름이 다릅니다.',
  },
  'prompt-input-missing': {
    title: '필요한 입력이 빠짐',
    text: '연결되지 않았거나 워크플로를 만든 뒤 노드가 바뀌었습니다.',
  },
  'fp8-unsupported-on-gpu': {
    title: '이 GPU는 fp8로 계산할 수 없음',
    text: '빠른 fp8에는 RTX 40 이상이 필요하며 어떤 노드는 묻지 않고 씁니다.',
  },
  'image-unreadable': {
    title: '그림을 읽을 수 없음',
    text: '손상되었거나 비었거나 그림이 아닙니다.',
  },
};
