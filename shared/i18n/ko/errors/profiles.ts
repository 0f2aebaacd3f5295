import type { profileErrors as en } from '../../en/errors/profiles.ts';
import type { Same } from '../../same.ts';

export const profileErrors: Same<typeof en> = {
  profileMissing:
    '"{{profile}}" 실행 프로필이 이제 없습니다. 바뀐 것은 없고 엔진은 지금 상태를 그대로 유지합니다. 남아 있는 프로필 중에서 고르세요.',
  profileNameTaken:
    '"{{profile}}"이라는 이름의 실행 프로필이 이미 있습니다. 저장하지 않았으며 입력한 내용은 그대로 있습니다. 다른 이름을 쓰세요.',
  profileIsDefault:
    '"{{profile}}" 실행 프로필은 모든 엔진이 마지막에 기대는 기본 프로필이라 지울 수 없습니다. 바뀐 것은 없습니다. 대신 이름을 바꾸거나 내용을 비우세요.',
  profileInUse:
    '"{{profile}}" 실행 프로필은 {{engines}}에서 쓰고 있습니다. 바뀐 것은 없습니다. 그 엔진에 다른 프로필을 먼저 고르거나, 그대로 제거하세요. 제거하면 다음 시작부터 기본 프로필을 씁니다.',
  profileSecretLost: '{{name}}의 값은 가려져 있고 저장된 값이 없습니다. 저장하지 않았습니다. 값을 다시 입력하거나 변수를 빼세요.',
};
