import type { driverCauses as en } from '../en/causes-driver.ts';
import type { Same } from '../same.ts';

export const driverCauses: Same<typeof en> = {
  'cuda-unknown-error-async-offload': {
    title: '가중치를 백그라운드로 옮기다 난 알 수 없는 CUDA 오류',
    text: '가중치를 GPU로 옮기는 복사 스트림이 실패했습니다. 작업에는 문제가 없지만 이 프로세스의 GPU 컨텍스트가 망가져, 엔진을 다시 시작할 때까지 다음 작업도 모두 실패합니다.',
  },
  'cuda-unknown-error-driver-lost': {
    title: '알 수 없는 CUDA 오류: 드라이버가 GPU를 놓침',
    text: '가중치 복사와 무관하게 GPU가 응답을 멈췄습니다. 드라이버 재설정, 절전, 불안정한 하드웨어가 원인일 수 있습니다.',
  },
  'cuda-init-unknown-error': {
    title: 'CUDA를 초기화할 수 없음',
    text: '드라이버 모듈이 올라오지 않습니다. 절전 후나 드라이버 업데이트 뒤에 흔하며, 엔진만 다시 시작해서는 풀리지 않습니다.',
  },
  'cuda-driver-library-mismatch': {
    title: 'CUDA 라이브러리와 드라이버가 맞지 않음',
    text: '시스템이나 컨테이너의 CUDA 라이브러리가 실행 중인 드라이버와 다른 버전입니다.',
  },
  'hip-illegal-memory-access': {
    title: 'AMD GPU가 잘못된 메모리에 접근함',
    text: '이 GPU에서 ROCm 커널이 잘못 동작했습니다. 이 프로세스는 더 이상 GPU를 쓸 수 없습니다.',
  },
  'hip-launch-failure': {
    title: 'AMD GPU가 커널 실행 중 실패함',
    text: '부하 중에 AMD 드라이버가 오류를 내거나 재설정되었습니다. 처음 실패한 작업이 중요하고, 그 뒤 작업은 같은 이유로 실패합니다.',
  },
  'cuda-illegal-memory-access': {
    title: 'GPU가 잘못된 메모리에 접근함',
    text: '양자화 형식의 커널이나 가중치 복사 중의 경합일 때가 많습니다. 프레임은 발견된 곳만 알려 줍니다.',
  },
  'cuda-illegal-instruction': {
    title: 'GPU가 실행할 수 없는 명령을 만남',
    text: '클럭이 불안정하거나 드라이버와 torch가 맞지 않습니다. CPU가 아니라 GPU의 문제입니다.',
  },
  'cuda-device-side-assert': {
    title: '워크플로의 인덱스가 GPU에서 범위를 벗어남',
    text: '노드에 들어간 크기, 개수, 인덱스가 맞지 않습니다. 같은 작업은 다시 실패하며, 다른 작업도 엔진을 다시 시작해야 실행됩니다.',
  },
  'cuda-launch-timeout-tdr': {
    title: '시스템이 너무 오래 걸린 GPU 단계를 멈춤',
    text: 'Windows는 화면용 GPU의 한 단계를 몇 초만 허용합니다. 느리거나 바쁜 카드는 이를 넘깁니다.',
  },
  'cuda-operation-not-supported-malloc-async': {
    title: '이 GPU는 비동기 할당자를 지원하지 않음',
    text: '구형, 모바일, 가상 GPU에는 이 기능이 없습니다. 실행 옵션 하나로 해결됩니다.',
  },
  'cuda-invalid-argument-malloc-async-abort': {
    title: '비동기 할당자가 프로세스를 끝냄',
    text: '할당자 안에서 비디오 메모리 해제가 실패해 프로세스가 중단되었습니다.',
  },
  'cuda-invalid-argument': {
    title: 'CUDA가 잘못된 호출이라며 거절함',
    text: '대개 고정 메모리나 백그라운드 복사를 지원하지 않는 장치에서 일어납니다. 옵션을 하나씩 시도하세요.',
  },
  'cuda-misaligned-address': {
    title: 'GPU 커널이 잘못된 주소를 사용함',
    text: '커스텀 커널의 결함이나 불안정한 하드웨어입니다.',
  },
  'cublas-zluda-not-supported': {
    title: 'ZLUDA가 이 행렬 연산을 실행할 수 없음',
    text: 'HIP SDK나 rocBLAS 라이브러리가 이 GPU와 ZLUDA 빌드에 맞지 않습니다.',
  },
  'cublas-execution-failed': {
    title: 'GPU에서 행렬 연산이 실패함',
    text: '작업 공간용 비디오 메모리가 모자라거나, 구형 GPU의 반정밀도 문제이거나, 드라이버가 재설정되었습니다.',
  },
  'nvidia-driver-too-old': {
    title: 'NVIDIA 드라이버가 이 torch에 비해 오래됨',
    text: '설치된 torch가 지금보다 새로운 드라이버를 요구합니다.',
  },
  'cuda-init-access-violation-old-driver': {
    title: '시작 중 CUDA에서 중단: 드라이버가 torch보다 오래됨',
    text: 'cu130 빌드에서는 오래된 드라이버가 안내 없이 프로세스를 끝냅니다.',
  },
  'no-nvidia-driver': {
    title: 'NVIDIA 드라이버나 GPU가 보이지 않음',
    text: '드라이버가 없거나, 장치를 잘못 골랐거나, 컨테이너가 GPU를 쓸 수 없습니다.',
  },
  'portable-silent-exit-driver': {
    title: '포터블 빌드가 오류 없이 시작 직후 끝남',
    text: 'GPU 드라이버 라이브러리나 Visual C++ 런타임을 불러오지 못했습니다.',
  },
  'rocblas-tensile-missing': {
    title: 'rocBLAS에 이 GPU용 코드가 없음',
    text: '설치된 ROCm 패키지가 이 GPU 계열을 다루지 않거나 내장 GPU가 선택되었습니다.',
  },
  'rocm-memory-access-fault': {
    title: 'AMD GPU 메모리 오류로 프로세스가 끝남',
    text: 'ROCm이나 커널의 결함, 지원되지 않는 GPU, 백그라운드 복사가 원인일 수 있습니다.',
  },
  'rocm-gpu-hang': {
    title: 'AMD GPU가 멈춤',
    text: 'GPU가 응답하지 않아 드라이버가 포기했습니다.',
  },
  'access-violation-amd-windows': {
    title: 'Windows의 AMD GPU에서 프로세스가 중단됨',
    text: '이 GPU 계열을 빌드가 지원하지 않거나 드라이버가 오래되었습니다.',
  },
  'hip-invalid-device-function': {
    title: 'ROCm 빌드에 이 AMD GPU용 코드가 없음',
    text: 'torch 휠에 이 GPU가 없거나 HSA_OVERRIDE_GFX_VERSION이 잘못되었습니다.',
  },
  'miopen-status-error': {
    title: 'MIOpen이 연산을 실행하지 못함',
    text: '커널을 고르거나 만드는 데 실패했습니다. 그림을 디코딩할 때 흔합니다.',
  },
  'xpu-device-lost': {
    title: 'Intel GPU를 잃음',
    text: '드라이버가 GPU를 재설정했습니다. 비디오 메모리가 모자랄 때 흔합니다.',
  },
  'xpu-ur-error': {
    title: 'Intel GPU 런타임이 실패함',
    text: '드라이버와 런타임이 맞지 않거나 지원되지 않는 연산입니다. OUT_OF_DEVICE_MEMORY는 비디오 메모리 부족입니다.',
  },
};
