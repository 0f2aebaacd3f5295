import type { valuesErrors as en } from '../../en/errors/values.ts';
import type { Same } from '../../same.ts';

export const valuesErrors: Same<typeof en> = {
  valueUnknown: '이 템플릿에는 "{{key}}" 매개변수가 없습니다. 큐에 넣은 것은 없습니다. 쓸 수 있는 매개변수는 {{allowed}}입니다.',
  valueMissing: '"{{key}}" 값이 비어 있고 템플릿에도 기본값이 없습니다. 큐에 넣은 것은 없습니다. 값을 지정하세요.',
  valueNotText:
    '"{{key}}"에는 글을 넣어야 하는데 {{given}}은(는) 글이 아닙니다. 큐에 넣은 것은 없습니다. 글을 넣으세요. 비워 두어도 됩니다.',
  valueNotInteger:
    '"{{key}}"에는 정수를 넣어야 하는데 {{given}}은(는) 정수가 아닙니다. 큐에 넣은 것은 없습니다. 20처럼 숫자만 쓰세요.',
  valueNotNumber:
    '"{{key}}"에는 숫자를 넣어야 하는데 {{given}}은(는) 숫자가 아닙니다. 큐에 넣은 것은 없습니다. 1.5처럼 소수점만 쓰고 쉼표는 빼세요.',
  valueNotBoolean:
    '"{{key}}"에는 true나 false만 쓸 수 있는데 {{given}}을(를) 받았습니다. 큐에 넣은 것은 없습니다. true 또는 false로 쓰세요.',
  valueNotSeed:
    '"{{key}}"에는 시드를 넣어야 하는데 {{given}}은(는) 시드가 아닙니다. 큐에 넣은 것은 없습니다. {{min}}부터 {{max}}까지의 정수나 random을 쓰세요.',
  valueNotChoice: '"{{key}}"에서는 {{given}}을(를) 고를 수 없습니다. 큐에 넣은 것은 없습니다. 다음 중에서 고르세요: {{allowed}}.',
  valueNotImage:
    '"{{key}}"에는 이미지를 넣어야 하는데 {{given}}은(는) Hearth에 저장된 이미지가 아닙니다. 큐에 넣은 것은 없습니다. PNG, JPEG, WebP, GIF, BMP 파일을 고르세요.',
  valueOutOfRange:
    '"{{key}}" 범위는 {{min}}~{{max}}인데 {{given}}은(는) 범위 밖입니다. 큐에 넣은 것은 없습니다. 범위 안의 값을 고르세요.',
  valueTooSmall:
    '"{{key}}"의 가장 작은 값은 {{min}}인데 {{given}}은(는) 그보다 작습니다. 큐에 넣은 것은 없습니다. 더 큰 값을 고르세요.',
  valueTooLarge:
    '"{{key}}"의 가장 큰 값은 {{max}}인데 {{given}}은(는) 그보다 큽니다. 큐에 넣은 것은 없습니다. 더 작은 값을 고르세요.',
  valueTooLong: '"{{key}}"에는 {{max}}자까지 넣을 수 있는데 {{length}}자입니다. 큐에 넣은 것은 없습니다. 글을 줄이세요.',
  requestTooLarge:
    '작업 {{count}}개의 값을 합치면 한 번에 보낼 수 있는 {{max}} MB를 넘습니다. 큐에 넣은 것은 없습니다. 글을 줄이거나 한 번에 넣는 작업 수를 줄이세요.',
  limitPixels:
    '{{width}} × {{height}} 크기는 이 템플릿의 한도({{allowed}}픽셀)를 넘습니다. 큐에 넣은 것은 없습니다. 너비나 높이를 줄이세요.',
  limitBatch:
    '배치 {{given}}장은 이 템플릿의 한도({{allowed}}장)를 넘습니다. 큐에 넣은 것은 없습니다. "{{key}}" 값을 줄이고 여러 번 큐에 넣으세요.',
  limitSteps: '{{given}} 스텝은 이 템플릿의 한도({{allowed}} 스텝)를 넘습니다. 큐에 넣은 것은 없습니다. "{{key}}" 값을 줄이세요.',
  limitFrames:
    '{{given}} 프레임은 이 템플릿의 한도({{allowed}} 프레임)를 넘습니다. 큐에 넣은 것은 없습니다. "{{key}}" 값을 줄이세요.',
  countNeedsSeed:
    '"{{id}}" 템플릿에는 시드가 없어서 {{count}}번 실행해도 같은 결과만 나옵니다. 큐에 넣은 것은 없습니다. 한 번만 넣으세요.',
  countExceedsSeeds:
    '"{{key}}"에서 쓸 수 있는 서로 다른 시드는 {{allowed}}개뿐인데 {{count}}개를 요청했습니다. 큐에 넣은 것은 없습니다. 개수를 줄이세요.',
  choiceNotOnEngine:
    '엔진의 "{{key}}" 목록에 {{given}}이(가) 없습니다. 작업을 실행하지 않았고 값은 그대로 남아 있습니다. {{allowed}} 중에서 고르거나, 파일을 엔진에 추가한 뒤 다시 큐에 넣으세요.',
  modelsMissing:
    '엔진에 "{{key}}"에 쓸 모델 파일이 하나도 없습니다. 작업을 실행하지 않았고 값은 그대로 남아 있습니다. ComfyUI의 models/{{folder}} 폴더에 {{wanted}} 파일을 넣은 뒤 다시 큐에 넣으세요.',
};
