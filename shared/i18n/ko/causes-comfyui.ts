import type { comfyuiCauses as en } from '../en/causes-comfyui.ts';
import type { Same } from '../same.ts';

export const comfyuiCauses: Same<typeof en> = {
  'cuda-oom-pinned-memory': {
    title: '고정된 시스템 메모리 때문에 메모리 부족',
    text: 'GPU용으로 고정한 메모리가 드라이버나 시스템의 한계에 닿았습니다.',
  },
  'cuda-oom-accelerator-error': {
    title: 'torch 할당자 밖에서 비디오 메모리 부족',
    text: '드라이버에 남은 메모리가 없었습니다. 가중치를 옮길 때 흔합니다.',
  },
  'hip-oom': {
    title: 'AMD GPU의 비디오 메모리 부족',
    text: '작업이 남은 것보다 많이 요구합니다. 대개 디코딩에서 일어납니다.',
  },
  'mps-oom': {
    title: 'Apple GPU의 메모리 부족',
    text: '공유 메모리에 비해 모델이나 그림이 너무 큽니다.',
  },
  'directml-oom': {
    title: 'DirectML의 비디오 메모리 부족',
    text: 'DirectML은 모델 일부를 제때 옮겨 두지 못합니다.',
  },
  'vram-oom-vae': {
    title: '그림을 인코딩·디코딩하다 비디오 메모리 부족',
    text: '샘플링은 되었지만 그림이나 비디오가 VAE에서 한 번에 처리하기에 너무 큽니다.',
  },
  'vram-oom': {
    title: '비디오 메모리 부족',
    text: '모델과 그림이 함께 남은 것보다 많이 필요합니다. 엔진은 대개 계속 동작합니다.',
  },
  'access-violation-aimdo': {
    title: '동적 로딩이 잘못된 메모리에 접근함',
    text: '이 GPU와 드라이버에서 comfy-aimdo가 실패했습니다. 프로세스는 계속됩니다.',
  },
  'segfault-aimdo-linux': {
    title: '동적 로딩이 프로세스를 중단시킴',
    text: 'comfy-aimdo 안에서 중단되었습니다. 노드 팩이 계기가 되기도 합니다.',
  },
  'stack-overflow-c00000fd': {
    title: '프로세스의 스택이 넘침',
    text: '네이티브 라이브러리의 결함이거나, validate_inputs가 반복된다면 워크플로에 순환이 있습니다.',
  },
  'aimdo-vram-alloc-failed-non-oom': {
    title: '동적 로딩이 비디오 메모리를 매핑하지 못함',
    text: '메모리 부족이 아니므로 그림을 줄여도 소용없습니다.',
  },
  'aimdo-hostbuffer-failed': {
    title: '동적 로딩이 모델 파일을 읽지 못함',
    text: '디스크나 파일의 문제, 또는 comfy-aimdo의 결함입니다.',
  },
  'comfy-package-mismatch': {
    title: 'ComfyUI 패키지가 없거나 오래됨',
    text: 'requirements 없이 ComfyUI만 업데이트되었습니다.',
  },
  'comfy-kitchen-no-backend': {
    title: '이 양자화 모델을 처리할 수 없음',
    text: 'comfy-kitchen이 이 장치에서 이 파일 형식을 다루지 못합니다.',
  },
  'torch-compile-async-offload': {
    title: '컴파일과 백그라운드 복사가 함께 동작하지 않음',
    text: '초기 백그라운드 복사가 컴파일된 모델 안에서 실패했습니다.',
  },
  'async-offload-image-corruption': {
    title: '백그라운드 복사로 그림이 잘못됨',
    text: '오류는 없지만 그림이 잘못됩니다. 로그에는 나타나지 않습니다.',
  },
  'async-offload-slow-hang': {
    title: '백그라운드 복사로 작업이 매우 느려짐',
    text: '작은 전송이 많아 첫 단계에서 멈춘 듯 보입니다.',
  },
  'core-dependency-missing': {
    title: 'ComfyUI에 필요한 패키지가 없음',
    text: '이 Python에 없어서 시작하지 못합니다.',
  },
  'core-dependency-outdated': {
    title: 'ComfyUI에 필요한 패키지가 오래됨',
    text: '설치되어 있지만 ComfyUI가 쓸 수 없는 버전입니다.',
  },
  'utils-shadowed': {
    title: '다른 "utils"가 ComfyUI의 것을 가림',
    text: '빠진 것은 없습니다. 다른 파일을 시작했거나 팩이 자신을 앞세웠습니다.',
  },
  'worker-thread-died': {
    title: '작업을 실행하는 부분이 죽음',
    text: '엔진은 응답하지만 다시 시작할 때까지 어떤 작업도 실행되지 않습니다.',
  },
  'frontend-package-missing': {
    title: '웹 인터페이스 패키지가 없음',
    text: 'requirements 없이 ComfyUI만 업데이트되었습니다.',
  },
  'database-locked': {
    title: '다른 ComfyUI가 같은 데이터베이스를 사용 중',
    text: '두 엔진이 user 폴더를 함께 쓰고 있습니다.',
  },
  'alembic-revision-unknown': {
    title: '더 새로운 ComfyUI가 만든 데이터베이스',
    text: '이 버전은 읽을 수 없습니다. 작업은 대개 데이터베이스 없이도 실행됩니다.',
  },
  'hang-first-step': {
    title: '첫 단계에서 멈춤',
    text: '비디오 메모리가 시스템 메모리로 넘쳤거나, 백그라운드 복사가 느리거나, 모델을 컴파일하는 중입니다.',
  },
  'hang-model-load': {
    title: '모델을 불러오다 멈춤',
    text: '느리거나 원격인 드라이브, 또는 GPU 드라이버의 문제입니다.',
  },
};
