import type { OwnNames } from '../catalogue.ts';

/** The names in Korean of what the service itself shows. */
export const koreanNames: OwnNames = {
  apps: { auth: '인증 및 권한', admin: '관리', contenttypes: '콘텐츠 유형' },
  user: {
    one: '사용자',
    many: '사용자',
    fields: {
      id: 'ID',
      username: '사용자 이름',
      email: '이메일 주소',
      first_name: '이름',
      last_name: '성',
      last_login: '마지막 로그인',
      date_joined: '등록일',
      groups: '그룹',
      user_permissions: '권한',
      password: {
        label: '비밀번호',
        helpText:
          '10자 이상이어야 하며, 흔한 비밀번호이거나 사용자 이름을 포함하면 안 됩니다. 비밀번호가 없으면 여기에서 로그인할 수 없습니다.',
      },
      is_active: { label: '활성', helpText: '사용자를 삭제하는 대신 이 항목을 해제하세요.' },
      is_staff: { label: '스태프', helpText: '이 서비스를 사용할 수 있습니다.' },
      is_superuser: { label: '최고 관리자', helpText: '모든 작업을 할 수 있습니다.' },
      link: {
        label: '연결된 {model}',
        helpText: '이 사용자에 해당하는 애플리케이션의 항목({model})입니다. 행 규칙과 “작성자” 같은 필드에서 사용됩니다.',
      },
    },
  },
  group: { one: '그룹', many: '그룹', fields: { id: 'ID', name: '이름', permissions: '권한' } },
  permission: { one: '권한', many: '권한', fields: { id: 'ID', name: '이름', content_type: '콘텐츠 유형', codename: '코드명' } },
  contentType: { one: '콘텐츠 유형', many: '콘텐츠 유형', fields: { id: 'ID', app_label: '애플리케이션', model: '모델' } },
  entry: {
    one: '변경 기록',
    many: '변경 기록',
    fields: {
      id: 'ID',
      created_at: '일시',
      actor: '사용자',
      actor_repr: '작업자',
      action: '작업',
      model_label: '모델',
      object_pk: '키',
      object_repr: '객체',
      diff: '변경 내용',
      targets: '대상',
      targets_count: '대상 수',
      failed_targets: '실패한 대상',
      ip: 'IP 주소',
      request_id: '요청 ID',
      status: '상태',
      actor_link: '작업자({model})',
    },
  },
  entryActions: {
    create: '추가',
    update: '변경',
    delete: '삭제',
    bulk_update: '일괄 변경',
    bulk_delete: '일괄 삭제',
    login: '로그인',
    logout: '로그아웃',
    login_failed: '로그인 실패',
    password_change: '비밀번호 변경',
    token_shared: '토큰 공유됨',
    restore: '복원',
    purge: '영구 삭제',
  },
  entryStatuses: { ok: '성공', failed: '실패' },
  exporting: {
    label: 'CSV로 내보내기',
    columns: {
      label: '열',
      helpText:
        '내보낼 필드 이름을 순서대로 입력하세요. 원본 값을 내보낼 때의 열 제목과 같습니다. 비워 두면 다대다 필드를 제외하고 볼 수 있는 모든 필드를 내보냅니다.',
    },
    presetColumns:
      '내보낼 필드 이름을 순서대로 입력하세요. 원본 값을 내보낼 때의 열 제목과 같습니다. 비워 두면 이 내보내기에 설정된 열을 내보냅니다.',
    values: '값',
    display: '레이블과 표시 텍스트',
    raw: '원본 값',
    ordering: {
      label: '정렬',
      helpText: '행을 정렬할 필드 이름입니다. 내림차순은 이름 앞에 빼기 기호를 붙이세요. 비워 두면 키 순서로 정렬합니다.',
    },
    bom: {
      label: 'UTF-8로 표시',
      helpText: '스프레드시트 프로그램이 UTF-8임을 알 수 있도록 파일 앞에 바이트 순서 표시를 넣습니다.',
    },
  },
  widgets: { 'recent-audit': '최근 변경 기록', 'model-counts': '모델별 행 수' },
  entryColumns: { actor: '작업자', action_display: '작업', model_label: '모델', object_repr: '행', created_at: '일시' },
};
