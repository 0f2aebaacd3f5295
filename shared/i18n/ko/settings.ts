import type { settings as en } from '../en/settings.ts';
import type { Same } from '../same.ts';

export const settings: Same<typeof en> = {
  hint: '바꾸면 바로 적용됩니다.',
  saved: '저장했습니다',
  resetOne: '"{{name}}" 설정을 {{value}}(으)로 되돌리기',
  range: '{{min}}에서 {{max}} 사이의 숫자를 입력해 주세요. 바꾸지 않았습니다.',
  notNumber: '숫자를 입력해 주세요. 바꾸지 않았습니다.',
  sections: {
    look: '언어와 화면',
    queue: '큐',
    engine: '엔진',
    storage: '저장 공간',
    about: '정보',
  },
  units: {
    seconds: '초',
    minutes: '분',
    days: '일',
    megabytes: ' MB',
    gigabytes: ' GB',
  },
  on: '켜짐',
  off: '꺼짐',
  fields: {
    language: { label: '언어', hint: 'Hearth의 모든 문구에 적용됩니다.' },
    theme: { label: '화면 색', hint: '어두운 바탕에서 그림이 가장 잘 보입니다.' },
    onStart: { label: 'Hearth를 켤 때', hint: '지난번부터 대기 중인 작업을 어떻게 할지 정합니다.' },
    maxAttempts: { label: '작업당 시도 횟수', hint: '이 횟수를 모두 쓰면 작업을 따로 두고 확인을 기다립니다.' },
    deathsToHold: {
      label: '작업을 보류할 엔진 종료 횟수',
      hint: '같은 작업에서 엔진이 이만큼 꺼지면, 다른 작업을 위해 그 작업을 따로 둡니다.',
    },
    retryBaseMs: { label: '두 번째 시도까지 기다리는 시간', hint: '그다음부터는 기다리는 시간이 두 배씩 늘어납니다.' },
    retryMaxMs: { label: '시도 사이에 기다리는 최대 시간', hint: '기다리는 시간이 이보다 길어지지 않습니다.' },
    stallMs: { label: '실행 중인 작업의 침묵 시간', hint: '이 시간 동안 진행이 없으면 작업이 멈춘 것으로 봅니다.' },
    attemptTimeoutMs: { label: '시도 한 번의 최대 시간', hint: '더 오래 걸리는 시도는 끝냅니다.' },
    previews: { label: '실시간 미리보기', hint: '샘플러가 그리는 중인 그림을 보여 줍니다. 시간이 조금 더 듭니다.' },
    retryFailedEngine: {
      label: '실패한 엔진 다시 시도',
      hint: '대기 중인 작업이 있으면 10분, 30분, 60분 뒤에 실패한 엔진을 다시 시작합니다.',
    },
    bootTimeoutMs: { label: '시작을 기다리는 최대 시간', hint: '그때까지 응답하지 않는 엔진은 실패로 봅니다.' },
    crashBudget: { label: '연속으로 다시 시작하는 횟수', hint: '아래 시간 안에 한 번 더 꺼지면 엔진을 실패로 봅니다.' },
    crashWindowMs: { label: '그 횟수를 세는 시간', hint: '더 오래된 종료는 세지 않습니다.' },
    restartBaseMs: {
      label: '다시 시작하기 전에 기다리는 시간',
      hint: '처음에는 바로 다시 시작하고, 그다음부터는 두 배씩 오래 기다립니다.',
    },
    restartMaxMs: { label: '다시 시작하기 전에 기다리는 최대 시간', hint: '기다리는 시간이 이보다 길어지지 않습니다.' },
    lateAfterMs: { label: '알림을 띄울 침묵 시간', hint: '큰 모델을 불러오는 엔진은 오래 조용할 수 있습니다.' },
    unresponsiveAfterMs: {
      label: '"응답 없음"으로 볼 침묵 시간',
      hint: '응답도, 로그도, 프로세서나 그래픽 카드의 활동도 없는 시간입니다.',
    },
    unresponsiveGraceMs: { label: '그 뒤에 더 기다리는 시간', hint: '이 시간이 지나면 엔진을 다시 시작합니다.' },
    dataFolder: { label: '데이터 폴더', hint: '큐, 그림, 로그와 직접 만든 템플릿이 들어 있습니다.' },
    keepEngineCopies: {
      label: '엔진의 사본 남겨 두기',
      hint: '끄면 그림을 여기에 저장한 뒤 ComfyUI의 output/hearth에 있는 사본을 지웁니다.',
    },
    diskFloorBytes: {
      label: '디스크에 남겨 둘 공간',
      hint: '남은 공간이 이보다 적으면 새 작업을 시작하지 않아 그림을 잃지 않습니다.',
    },
    logMaxBytes: { label: '엔진 로그의 최대 크기', hint: '이보다 커지면 로그를 잘라 냅니다.' },
    logKeepMs: { label: '지난 실행의 로그 보관 기간', hint: '더 오래된 로그는 지웁니다.' },
    logKeepBytes: { label: '엔진 하나의 로그 전체 크기', hint: '이보다 커지면 오래된 로그부터 지웁니다.' },
    version: { label: '버전' },
  },
  options: {
    language: { system: '시스템 설정', en: 'English', ko: '한국어' },
    theme: { dark: '어둡게', light: '밝게', system: '시스템 설정' },
    onStart: { resume: '이어서 실행', paused: '일시 정지', ask: '물어보기' },
    previews: { none: '없음', auto: '자동', latent2rgb: '빠르게 (latent2rgb)', taesd: '선명하게 (TAESD)' },
  },
  hosts: {
    electron: '데스크톱 앱',
    headless: '브라우저',
  },
  copyFolder: '폴더 경로 복사',
};
