import type { storageErrors as en } from '../../en/errors/storage.ts';
import type { Same } from '../../same.ts';

export const storageErrors: Same<typeof en> = {
  diskFull:
    '{{folder}}에 남은 공간이 없어 더 저장하지 못했습니다. 사라진 것은 없습니다. 완성된 파일은 엔진 쪽에, 고른 이미지는 원래 자리에 그대로 있습니다. 공간을 비운 뒤 큐를 다시 시작하거나 이미지를 다시 고르세요.',
  storeUnwritable:
    '{{folder}}에 쓸 수 없습니다: {{detail}}. 사라진 것은 없습니다. 완성된 파일은 엔진 쪽에, 고른 이미지는 원래 자리에 그대로 있습니다. 쓰기 권한을 준 뒤 큐를 다시 시작하거나 이미지를 다시 고르세요.',
  outputUnreadable: '노드 {{node}}의 {{file}} 파일을 읽을 수 없습니다({{detail}}).',
  outputGone: '노드 {{node}}의 {{file}} 파일이 엔진에 더 이상 없습니다.',
  outputCutOff: '노드 {{node}}의 이미지가 {{bytes}}바이트에서 끊겨 있습니다.',
  outputOtherKind: '노드 {{node}}의 파일 내용이 {{kind}} 형식이 아닙니다.',
  outputListUnreadable: '파일 목록을 읽을 수 없습니다.',
  outputPathRefused:
    '엔진이 {{node}}번 노드의 결과로 출력 폴더 밖의 파일을 가리켰습니다: {{file}}. 읽지 않고 작업을 끝냈습니다. 엔진과, 이 이름을 만든 커스텀 노드를 확인하세요.',
  inputEmpty: '{{name}} 파일이 비어 있습니다. 저장한 것은 없습니다. 다른 이미지를 고르세요.',
  inputTooLarge:
    '{{name}} 이미지는 {{size}} MB인데 엔진은 {{limit}} MB까지 받습니다. 저장한 것은 없습니다. 더 작게 저장한 뒤 다시 고르세요.',
  inputNotPicture:
    '{{name}}은(는) Hearth가 아는 이미지가 아닙니다. 저장한 것은 없습니다. PNG, JPEG, WebP, GIF, BMP 파일을 고르세요.',
  inputBroken: '{{name}} 이미지가 손상되었거나 중간에 잘렸습니다. 저장한 것은 없습니다. 다시 저장하거나 내려받은 뒤 고르세요.',
};
