import type { systemCauses as en } from '../en/causes-system.ts';
import type { Same } from '../same.ts';

export const systemCauses: Same<typeof en> = {
  'stack-buffer-overrun-c0000409': {
    title: '네이티브 라이브러리가 프로세스를 멈춤',
    text: '라이브러리가 중단할 때 Windows가 내는 코드입니다. 마지막 노드를 먼저 의심하세요.',
  },
  'sigill-old-cpu': {
    title: 'CPU에 없는 명령',
    text: '더 새로운 CPU용으로 빌드된 패키지입니다.',
  },
  'access-violation-unknown': {
    title: '네이티브 코드에서 프로세스가 중단됨',
    text: '로그로는 위치를 알 수 없습니다. 메모리 한도, 드라이버, 네이티브 노드 팩이 흔한 원인입니다.',
  },
  'segfault-linux': {
    title: '네이티브 코드에서 프로세스가 중단됨(세그멘테이션 오류)',
    text: '나이틀리 torch, 드라이버, 네이티브 패키지가 원인일 수 있습니다.',
  },
  'windows-commit-limit-1455': {
    title: 'Windows 페이지 파일이 너무 작음',
    text: '예약만 한 메모리도 포함되며 큰 모델은 많이 예약합니다.',
  },
  'cpu-alloc-failed': {
    title: '시스템 메모리 부족',
    text: '요청한 메모리를 확보하지 못했습니다.',
  },
  'wsl-pinned-memory-oom': {
    title: 'WSL이 엔진을 끝냄: 고정 메모리가 너무 많음',
    text: '고정 메모리가 가상 머신의 한계에 닿았습니다.',
  },
  'ram-oom-sigkill': {
    title: '메모리가 모자라 시스템이 엔진을 끝냄',
    text: '모델, 텍스트 인코더, 캐시가 함께 시스템 메모리보다 많이 필요합니다.',
  },
  'port-in-use': {
    title: '포트가 이미 사용 중',
    text: '다른 ComfyUI나 프로그램이 그 포트를 쓰고 있습니다.',
  },
  'port-forbidden': {
    title: 'Windows가 예약한 포트',
    text: 'Hyper-V, WSL, 방화벽이 잡고 있습니다.',
  },
  'disk-full': {
    title: '디스크가 가득 참',
    text: '그곳에 더 쓸 수 없습니다.',
  },
  'path-too-long': {
    title: '경로가 너무 김',
    text: 'Windows가 260자를 넘는 경로를 거절합니다.',
  },
  'permission-denied': {
    title: '권한이 없음',
    text: '엔진이 그곳에서 읽거나 쓰거나 실행할 수 없습니다.',
  },
  'output-folder-refused': {
    title: '출력 폴더에 쓸 수 없음',
    text: '폴더나 그 폴더가 있는 드라이브가 사라졌거나, 폴더가 아니거나, 쓰기를 거절합니다.',
  },
  'antivirus-block': {
    title: '백신이 파일을 막음',
    text: 'Windows가 원치 않는 소프트웨어로 보고했습니다.',
  },
  'console-encoding': {
    title: '콘솔 인코딩으로 글자를 쓸 수 없음',
    text: '콘솔이나 파일이 UTF-8이 아닙니다.',
  },
  'stderr-flush-errno22': {
    title: '엔진의 출력을 받는 콘솔이 사라짐',
    text: '엔진을 시작한 프로그램이 더는 출력을 받지 않습니다. 작업에는 문제가 없습니다.',
  },
  'network-download-failed': {
    title: '다운로드 실패',
    text: '연결이 없거나, 프록시 문제이거나, 비공개이거나 이름이 틀린 저장소입니다.',
  },
  'hf-gated-repo': {
    title: '라이선스 동의와 로그인이 필요한 모델',
    text: 'Hugging Face 모델 페이지에 접근 방법이 있습니다.',
  },
  'database-unopenable': {
    title: '데이터베이스 파일을 열 수 없음',
    text: '폴더가 없거나 읽기 전용이거나 동기화 중입니다. 작업은 대개 없이도 실행됩니다.',
  },
  'silent-exit-after-load': {
    title: '엔진이 아무 말 없이 끝남',
    text: '종료 코드만이 더 알려 줄 수 있습니다. 메모리와 네이티브 라이브러리가 흔한 원인입니다.',
  },
  'system-reboot-power': {
    title: '작업 중 컴퓨터가 꺼짐',
    text: '전원, 온도, 메모리, 드라이버가 원인일 수 있습니다.',
  },
};
