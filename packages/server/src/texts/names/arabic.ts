import type { OwnNames } from '../catalogue.ts';

/** The names in Arabic of what the service itself shows. */
export const arabicNames: OwnNames = {
  apps: { auth: 'الدخول والصلاحيات', admin: 'الإدارة', contenttypes: 'أنواع المحتوى' },
  user: {
    one: 'مستخدم',
    many: 'المستخدمون',
    fields: {
      id: 'المعرّف',
      username: 'اسم المستخدم',
      email: 'البريد الإلكتروني',
      first_name: 'الاسم الأول',
      last_name: 'اسم العائلة',
      last_login: 'آخر دخول',
      date_joined: 'تاريخ الانضمام',
      groups: 'المجموعات',
      user_permissions: 'الصلاحيات',
      password: {
        label: 'كلمة المرور',
        helpText:
          '10 أحرف على الأقل، ليست من كلمات المرور الشائعة، ولا تحتوي على اسم المستخدم. بدون كلمة مرور لا يستطيع المستخدم الدخول من هنا.',
      },
      is_active: { label: 'نشط', helpText: 'ألغِ هذا التحديد بدلًا من حذف المستخدم.' },
      is_staff: { label: 'من الطاقم', helpText: 'يمكنه استخدام هذه الخدمة.' },
      is_superuser: { label: 'مدير عام', helpText: 'يمكنه فعل كل شيء.' },
      link: {
        label: 'مرتبط: {model}',
        helpText: 'سجل التطبيق ({model}) الذي يمثّل هذا المستخدم. تستخدمه قواعد الصفوف وحقول مثل «أنشأه».',
      },
    },
  },
  group: { one: 'مجموعة', many: 'المجموعات', fields: { id: 'المعرّف', name: 'الاسم', permissions: 'الصلاحيات' } },
  permission: {
    one: 'صلاحية',
    many: 'الصلاحيات',
    fields: { id: 'المعرّف', name: 'الاسم', content_type: 'نوع المحتوى', codename: 'الاسم الرمزي' },
  },
  contentType: { one: 'نوع محتوى', many: 'أنواع المحتوى', fields: { id: 'المعرّف', app_label: 'التطبيق', model: 'النموذج' } },
  entry: {
    one: 'مدخل في السجل',
    many: 'سجل التغييرات',
    fields: {
      id: 'المعرّف',
      created_at: 'التاريخ والوقت',
      actor: 'المستخدم',
      actor_repr: 'بواسطة',
      action: 'الإجراء',
      model_label: 'النموذج',
      object_pk: 'المفتاح',
      object_repr: 'العنصر',
      diff: 'التغييرات',
      targets: 'الأهداف',
      targets_count: 'عدد الأهداف',
      failed_targets: 'الأهداف الفاشلة',
      ip: 'عنوان IP',
      request_id: 'معرّف الطلب',
      status: 'الحالة',
      change_set: 'مجموعة التغييرات',
      input: 'المدخلات',
      reason: 'السبب',
      via: 'طريقة الدخول',
      actor_link: 'بواسطة: {model}',
    },
  },
  entryActions: {
    create: 'إضافة',
    update: 'تعديل',
    delete: 'حذف',
    bulk_update: 'تعديل جماعي',
    bulk_delete: 'حذف جماعي',
    login: 'تسجيل دخول',
    logout: 'تسجيل خروج',
    login_failed: 'فشل تسجيل الدخول',
    password_change: 'تغيير كلمة المرور',
    token_shared: 'استخدام مشترك للرمز',
    restore: 'استعادة',
    purge: 'حذف نهائي',
  },
  entryStatuses: { ok: 'ناجح', failed: 'فاشل' },
  exporting: {
    label: 'تصدير بصيغة CSV',
    columns: {
      label: 'الأعمدة',
      helpText:
        'أسماء الحقول بترتيبها، كما تظهر في عناوين الأعمدة عند تصدير القيم الخام. عند تركها فارغة: كل الحقول التي يمكنك رؤيتها عدا حقول العلاقات المتعددة.',
    },
    presetColumns:
      'أسماء الحقول بترتيبها، كما تظهر في عناوين الأعمدة عند تصدير القيم الخام. عند تركها فارغة: الأعمدة المحددة لهذا التصدير.',
    values: 'القيم',
    display: 'التسميات والنصوص المعروضة',
    raw: 'القيم الخام',
    ordering: {
      label: 'الترتيب',
      helpText: 'أسماء الحقول التي تُرتّب الصفوف حسبها، مع علامة ناقص قبل الاسم للترتيب التنازلي. عند تركها فارغة: حسب المفاتيح.',
    },
    bom: {
      label: 'وسم الملف كـ UTF-8',
      helpText: 'يبدأ الملف بعلامة ترتيب البايتات التي تتعرّف بها برامج الجداول على UTF-8.',
    },
  },
  widgets: { 'recent-audit': 'آخر التغييرات', 'model-counts': 'عدد الصفوف' },
  entryColumns: { actor: 'من', action_display: 'ماذا', model_label: 'النموذج', object_repr: 'الصف', created_at: 'متى' },
};
