import type { reasons as en } from '../en/reasons.ts';
import type { Same } from '../same.ts';

/** Why a job changed its state, as its timeline says it; and why the queue is paused, where Hearth paused it. */
export const reasons: Same<typeof en> = {
  enqueued: '큐에 넣었습니다',
  accepted: '엔진이 받았습니다',
  started: '실행을 시작했습니다',
  stored: '모든 출력을 저장했습니다',
  retrying: '다시 시도합니다',
  requeued: '직접 다시 큐에 넣었습니다',
  cancelled: '취소했습니다',
  cancelUndone: '취소를 되돌려 다시 가져왔습니다',
  cancelHalfDone: '취소를 끝까지 마치지 못해 다시 가져왔습니다',
  imported: '파일에서 큐에 넣었습니다',
  moved: '직접 순서를 옮겼습니다',
  prioritised: '우선순위를 바꿨습니다',
  edited: '편집해서 다른 작업을 만들었습니다',
  engineDied: '실행 중에 엔진이 멈췄습니다',
  gpuBroken: 'GPU 오류가 나서 엔진을 다시 시작합니다',
  workerDead: '엔진이 받기만 하고 실행하지 않아 엔진을 다시 시작합니다',
  stalled: '너무 오래 진행이 없어 멈췄습니다',
  stalledForGood: '진행이 없고 멈춰지지도 않아 엔진을 다시 시작합니다',
  engineStopped: '엔진을 멈춰서 큐로 돌아왔습니다',
  hostDied: '실행 중에 Hearth가 닫혀서 큐로 돌아왔습니다',
  unanswered: '엔진이 답하지 않았고 작업이 도착하지 않았습니다',
  vanished: '엔진이 이 작업을 더 이상 알지 못합니다',
  answerBroken: '엔진이 이해할 수 없는 답을 보냈습니다',
  refused: '실행 전에 거절되었습니다',
  outputMissing: '선언된 출력에서 아무것도 나오지 않았습니다',
  fileMissing: '완성된 파일이 저장하기 전에 없어졌습니다',
  noRoom: '엔진의 디스크가 가득 찼습니다',
  outOfMemory: '메모리가 부족했습니다',
  badInput: '노드가 받은 입력을 처리할 수 없습니다',
  nodeFailed: '노드가 실패했습니다',
  interruptedElsewhere: '엔진에서 직접 중단했습니다',
  attemptsUsedUp: '시도 횟수를 모두 썼습니다',
  killsEngine: '이 작업에서 엔진이 또 멈춰 따로 보류했습니다',
  trial: '해결책을 시험하려고 혼자 다시 실행합니다',
  trialOver: '시험이 이 작업 없이 끝나 원래 자리로 돌아갔습니다',
  replaced: '해결책으로 바꾼 사본이 대신 실행되었습니다',
  restored: '해결책을 되돌려 원래 자리로 돌아갔습니다',
  pausedTrial: '{{engine}}에서 해결책을 시험하고 있습니다. 끝나면 큐가 저절로 이어집니다.',
  pausedBenchmark: '{{engine}}에서 벤치마크를 측정하고 있습니다. 끝나면 큐가 저절로 계속됩니다.',
  pausedOnStart: 'Hearth를 시작할 때 기다리는 작업이 있었습니다. 준비되면 재개하세요.',
  pausedDisk: '{{folder}}의 여유 공간이 {{free}} GB뿐입니다({{floor}} GB 필요). 공간을 비우면 큐가 저절로 다시 시작됩니다.',
  pausedDiskData:
    '데이터 폴더가 있는 디스크의 여유 공간이 {{free}} GB뿐입니다({{floor}} GB 필요). 공간을 비우면 큐가 저절로 다시 시작됩니다.',
  pausedDiskFull:
    '{{folder}}에 공간이 없어 완성된 그림을 저장하지 못했습니다. 그림은 남아 있으니 공간을 비우면 큐가 저절로 다시 시작됩니다.',
  pausedNoRoom:
    '디스크가 가득 차서 엔진이 쓰지 못했습니다. 그 작업은 다시 실행합니다. 출력, 임시 파일, 로그가 있는 디스크의 공간을 비우면 큐가 저절로 다시 시작됩니다.',
  pausedStoreUnwritable:
    '{{folder}}에 쓸 수 없어({{detail}}) 완성된 그림을 저장하지 못했습니다. 그림은 남아 있으니 쓸 수 있게 되면 큐가 저절로 다시 시작됩니다.',
  pausedDatabase:
    '데이터베이스에 쓰지 못했습니다({{detail}}). 사라진 것은 없으며 그 디스크의 공간을 비우면 큐가 저절로 다시 시작됩니다.',
  askedOnStart:
    '지난번 작업이 기다리고 있습니다. 결정할 때까지 아무것도 실행하지 않습니다. 이어서 실행하거나 계속 기다리게 두세요.',
  pausedFailures:
    '서로 다른 작업 세 개가 연달아 같은 이유로 실패해서 나머지는 실패하지 않도록 기다립니다. 원인을 고친 뒤 재개하세요. 우연이었다면 그대로 재개해도 됩니다. 원인: {{message}}',
};
