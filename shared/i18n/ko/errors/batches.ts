import type { batchErrors as en } from '../../en/errors/batches.ts';
import type { Same } from '../../same.ts';

export const batchErrors: Same<typeof en> = {
  axisEmpty: '"{{key}}"에 바꿔 가며 쓸 값이 없습니다. 큐에 넣은 것은 없습니다. 값을 하나 이상 입력하세요.',
  axisTooLong:
    '"{{key}}"에 준 값이 {{count}}개인데, 요청 하나에는 작업을 {{max}}개까지 담을 수 있습니다. 큐에 아무것도 넣지 않았습니다. 값을 줄이거나 나누어 넣으세요.',
  axisTwice: '"{{key}}" 목록에 {{given}} 값이 두 번 있어 같은 작업이 두 번 실행됩니다. 큐에 넣은 것은 없습니다. 하나를 지우세요.',
  axisKeyTwice: '"{{key}}" 목록이 두 개 있습니다. 큐에 넣은 것은 없습니다. 값을 한 목록에 모으세요.',
  axisRandom:
    '"{{key}}" 시드 목록에는 "random"을 넣을 수 없습니다. 큐에 넣은 것은 없습니다. 시드를 직접 적거나, 목록 없이 무작위 시드 수를 정하세요.',
  axisSeedAndCount:
    '"{{key}}" 시드 목록과 함께 무작위 시드 {{count}}개도 요청했습니다. 큐에 넣은 것은 없습니다. 목록이나 개수 중 하나만 사용하세요.',
  rangeUnreadable:
    '{{given}}은(는) "{{key}}"에 쓸 수 있는 범위가 아닙니다. 큐에 넣은 것은 없습니다. 20..40:5처럼 시작..끝:간격으로 적으세요.',
  rangeStepZero: '"{{key}}" 범위 {{given}}의 간격이 0이라 끝나지 않습니다. 큐에 넣은 것은 없습니다. 0보다 큰 간격을 적으세요.',
  rangeTooLong: '"{{key}}" 범위 {{given}}에 값이 {{max}}개보다 많습니다. 큐에 넣은 것은 없습니다. 간격을 더 크게 하세요.',
  gridTooLarge:
    '작업이 {{count}}개인데 한 번에 {{max}}개까지 넣을 수 있습니다. 큐에 넣은 것은 없습니다. 값을 줄이거나 나누어 넣으세요.',
  limitControlnets:
    'ControlNet {{given}}개가 켜져 있는데 이 템플릿은 {{allowed}}개까지 허용합니다. 큐에 넣은 것은 없습니다. "{{key}}" 또는 다른 하나를 끄세요.',
  limitControlnetsInGraph:
    '그래프가 ControlNet {{given}}개를 적용하는데 이 템플릿은 {{allowed}}개까지 허용합니다. 작업은 실행하지 않았고 값은 그대로 있습니다. 일부를 끄거나 템플릿의 한도를 높여 저장하세요.',
  batchUnknown: '{{id}} 묶음이 없습니다. 바뀐 것은 없습니다. 큐에서 작업을 찾으세요.',
};
