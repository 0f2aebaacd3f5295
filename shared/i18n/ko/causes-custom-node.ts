import type { customNodeCauses as en } from '../en/causes-custom-node.ts';
import type { Same } from '../same.ts';

export const customNodeCauses: Same<typeof en> = {
  'nunchaku-illegal-memory-access': {
    title: 'Nunchaku가 잘못된 메모리에 접근함',
    text: 'nunchaku 휠이나 모델 종류(int4, fp4)가 이 GPU나 torch에 맞지 않습니다.',
  },
  'cuda-invalid-argument-pinned-gguf': {
    title: '고정 메모리와 GGUF 가중치가 함께 동작하지 않음',
    text: '드라이버가 GGUF 파일에서 매핑한 가중치의 고정을 거절합니다.',
  },
  'access-violation-onnxruntime': {
    title: 'onnxruntime이 모델을 열다 중단됨',
    text: 'onnxruntime이 CUDA·cuDNN과 맞지 않거나 두 번 설치되었습니다.',
  },
  'abort-attention-extension': {
    title: '어텐션 패키지가 프로세스를 끝냄',
    text: 'SageAttention이나 FlashAttention이 이 GPU나 torch용이 아닙니다.',
  },
  'sage-version-mismatch': {
    title: 'SageAttention과 이를 쓰는 노드가 맞지 않음',
    text: '둘 중 하나가 상대가 기대하는 것보다 오래되었습니다.',
  },
  'custom-node-hijacks-argv': {
    title: '노드 팩이 실행 옵션을 읽고 ComfyUI를 끝냄',
    text: '팩이 프로그램 전체의 명령줄을 해석합니다.',
  },
  'missing-node-type': {
    title: '워크플로가 설치되지 않은 노드를 사용함',
    text: '노드가 든 팩이 없거나 불러오지 못했습니다.',
  },
  'custom-node-api-drift': {
    title: '노드 팩이 이 ComfyUI와 맞지 않음',
    text: '바뀐 기능을 호출하거나 대체하고 있습니다.',
  },
  'onnxruntime-cuda-provider-missing': {
    title: 'onnxruntime이 GPU를 쓸 수 없음',
    text: 'CUDA나 cuDNN 라이브러리가 없거나 맞지 않습니다.',
  },
  'meta-tensor': {
    title: '모델 가중치가 실제로 올라오지 않음',
    text: '팩이 가중치를 늦게 불러오는 동안 다른 부분이 옮겼거나 메모리가 모자랐습니다.',
  },
  'tensors-different-devices': {
    title: '데이터가 두 장치에 나뉘어 있음',
    text: '노드가 오프로딩을 모르거나 로더의 장치가 서로 다릅니다.',
  },
  'dtype-mismatch': {
    title: '데이터의 정밀도가 서로 다름',
    text: '로더, VAE, 인코더의 정밀도 설정이 다릅니다.',
  },
  'ffmpeg-missing': {
    title: 'ffmpeg을 찾지 못함',
    text: '비디오를 쓰려면 노드에 필요합니다.',
  },
  'custom-node-import-failed': {
    title: '노드 팩을 불러오지 못함',
    text: '엔진은 그 노드 없이 실행됩니다.',
  },
  'manager-install-failed': {
    title: 'ComfyUI-Manager가 팩을 설치하지 못함',
    text: '엔진 자체에는 문제가 없습니다.',
  },
  'custom-node-exception': {
    title: '노드 팩이 오류를 냄',
    text: '다루지 못하는 입력이거나 이 버전 팩의 결함입니다.',
  },
};
