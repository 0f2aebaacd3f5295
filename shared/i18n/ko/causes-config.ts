import type { configCauses as en } from '../en/causes-config.ts';
import type { Same } from '../same.ts';

export const configCauses: Same<typeof en> = {
  'prompt-validation-failed': {
    title: '엔진이 워크플로의 값을 거절함',
    text: '범위를 벗어났거나, 선택지에 없거나, 종류가 다릅니다.',
  },
  'disable-async-offload-black-output': {
    title: '--disable-async-offload에서 그림이 검거나 회색임',
    text: '0.26~0.30의 결함입니다. 로그에는 나타나지 않습니다.',
  },
  'attention-flag-package-missing': {
    title: '어텐션 옵션은 켰지만 패키지가 없음',
    text: '이 경우 ComfyUI는 바로 끝납니다.',
  },
  'launch-flag-unrecognized': {
    title: 'ComfyUI가 실행 옵션을 받아들이지 않음',
    text: '이 버전이 모르는 옵션이거나 값이 잘못되었습니다.',
  },
  'launch-flags-exclusive': {
    title: '두 실행 옵션을 함께 쓸 수 없음',
    text: 'ComfyUI는 하나만 받습니다.',
  },
  'extra-model-config-missing': {
    title: '추가 모델 경로 파일이 없음',
    text: '실행 옵션에 지정되어 있어 ComfyUI가 시작하지 못합니다.',
  },
  'extra-model-config-invalid': {
    title: '추가 모델 경로 파일이 잘못됨',
    text: '올바른 YAML이 아니거나 폴더 목록이 아닙니다.',
  },
  'listen-address-unavailable': {
    title: '수신할 주소가 이 컴퓨터에 없음',
    text: '--listen에 다른 컴퓨터의 주소나 찾을 수 없는 이름이 있습니다.',
  },
  'request-origin-mismatch': {
    title: '다른 주소로 온 요청이 거절됨',
    text: '프록시나 다른 페이지가 엔진과 통신하고 있습니다.',
  },
  'upload-too-large': {
    title: '업로드가 허용 크기를 넘음',
    text: '기본 한도는 100 MB입니다.',
  },
  'api-node-login': {
    title: 'API 노드에 로그인이 필요함',
    text: '작업이 계정 없이 Comfy의 유료 서비스를 사용합니다.',
  },
  'api-node-no-credits': {
    title: '계정에 크레딧이 없음',
    text: '서비스가 작업을 거절했습니다.',
  },
  'prompt-no-outputs': {
    title: '워크플로에 출력이 없음',
    text: '결과를 저장하거나 보여 주는 노드가 없습니다.',
  },
};
