import type { incidentsErrors as en } from '../../en/errors/incidents.ts';
import type { Same } from '../../same.ts';

export const incidentsErrors: Same<typeof en> = {
  logMissing: '{{file}} 파일이 없습니다. 진단하지 않았습니다. 이름과 폴더를 확인하세요.',
  logIsFolder: '{{file}}은(는) 폴더입니다. 진단하지 않았습니다. 그 안의 로그 파일을 지정하세요.',
  logUnreadable: '{{file}} 파일을 읽을 수 없습니다({{detail}}). 진단하지 않았습니다. 읽기 권한을 확인하거나 복사본을 지정하세요.',
};
