import type { OwnNames } from '../catalogue.ts';

/** The names in Spanish of what the service itself shows. */
export const spanishNames: OwnNames = {
  apps: { auth: 'Acceso', admin: 'Administración', contenttypes: 'Tipos de contenido' },
  user: {
    one: 'usuario',
    many: 'usuarios',
    fields: {
      id: 'ID',
      username: 'nombre de usuario',
      email: 'correo electrónico',
      first_name: 'nombre',
      last_name: 'apellidos',
      last_login: 'último acceso',
      date_joined: 'fecha de alta',
      groups: 'grupos',
      user_permissions: 'permisos',
      password: {
        label: 'contraseña',
        helpText:
          'Al menos 10 caracteres, que no sea una contraseña común y sin el nombre de usuario. Sin contraseña, el usuario no puede entrar aquí.',
      },
      is_active: { label: 'activo', helpText: 'Desmarque esto en lugar de eliminar al usuario.' },
      is_staff: { label: 'personal', helpText: 'Puede usar este servicio.' },
      is_superuser: { label: 'superusuario', helpText: 'Puede hacerlo todo.' },
      link: {
        label: 'vinculado: {model}',
        helpText:
          'El registro de la aplicación ({model}) que corresponde a este usuario. Las reglas sobre filas y los campos como «creado por» lo usan.',
      },
    },
  },
  group: { one: 'grupo', many: 'grupos', fields: { id: 'ID', name: 'nombre', permissions: 'permisos' } },
  permission: {
    one: 'permiso',
    many: 'permisos',
    fields: { id: 'ID', name: 'nombre', content_type: 'tipo de contenido', codename: 'nombre en código' },
  },
  contentType: { one: 'tipo de contenido', many: 'tipos de contenido', fields: { id: 'ID', app_label: 'aplicación', model: 'modelo' } },
  entry: {
    one: 'entrada del registro',
    many: 'registro de cambios',
    fields: {
      id: 'ID',
      created_at: 'fecha y hora',
      actor: 'usuario',
      actor_repr: 'por',
      action: 'acción',
      model_label: 'modelo',
      object_pk: 'clave',
      object_repr: 'objeto',
      diff: 'cambios',
      targets: 'destinos',
      targets_count: 'número de destinos',
      failed_targets: 'destinos fallidos',
      ip: 'dirección IP',
      request_id: 'identificador de la solicitud',
      status: 'estado',
      change_set: 'conjunto de cambios',
      input: 'entrada',
      reason: 'motivo',
      via: 'acceso por',
      actor_link: 'por: {model}',
    },
  },
  entryActions: {
    create: 'creación',
    update: 'modificación',
    delete: 'eliminación',
    bulk_update: 'modificación en bloque',
    bulk_delete: 'eliminación en bloque',
    login: 'inicio de sesión',
    logout: 'cierre de sesión',
    login_failed: 'inicio de sesión fallido',
    password_change: 'cambio de contraseña',
    token_shared: 'token compartido',
    restore: 'restauración',
    purge: 'eliminación definitiva',
  },
  entryStatuses: { ok: 'correcto', failed: 'fallido' },
  exporting: {
    label: 'Exportar como CSV',
    columns: {
      label: 'columnas',
      helpText:
        'Nombres de campos, en su orden, como los encabezados de una exportación de valores sin formato. Si no indica ninguno: todos los campos que puede ver, salvo los de varios a varios.',
    },
    presetColumns:
      'Nombres de campos, en su orden, como los encabezados de una exportación de valores sin formato. Si no indica ninguno: las columnas previstas para esta exportación.',
    values: 'valores',
    display: 'Etiquetas y textos mostrados',
    raw: 'Valores sin formato',
    ordering: {
      label: 'orden',
      helpText:
        'Nombres de los campos por los que se ordenan las filas, con un signo menos delante para el orden descendente. Si no indica ninguno: por sus claves.',
    },
    bom: {
      label: 'marcar como UTF-8',
      helpText: 'Comienza el archivo con una marca de orden de bytes, por la que las hojas de cálculo reconocen UTF-8.',
    },
  },
  widgets: { 'recent-audit': 'Cambios recientes', 'model-counts': 'Número de filas' },
  entryColumns: { actor: 'quién', action_display: 'qué', model_label: 'modelo', object_repr: 'fila', created_at: 'cuándo' },
};
