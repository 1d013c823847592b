import type { OwnNames } from '../catalogue.ts';

/** The names in French of what the service itself shows. */
export const frenchNames: OwnNames = {
  apps: { auth: 'Accès', admin: 'Administration', contenttypes: 'Types de contenu' },
  user: {
    one: 'utilisateur',
    many: 'utilisateurs',
    fields: {
      id: 'ID',
      username: 'nom d’utilisateur',
      email: 'adresse e-mail',
      first_name: 'prénom',
      last_name: 'nom',
      last_login: 'dernière connexion',
      date_joined: 'date de création',
      groups: 'groupes',
      user_permissions: 'permissions',
      password: {
        label: 'mot de passe',
        helpText:
          'Au moins 10 caractères, pas un mot de passe courant, sans le nom d’utilisateur. Sans mot de passe, l’utilisateur ne peut pas se connecter ici.',
      },
      is_active: { label: 'actif', helpText: 'Décochez cette case plutôt que de supprimer l’utilisateur.' },
      is_staff: { label: 'membre de l’équipe', helpText: 'Peut utiliser ce service.' },
      is_superuser: { label: 'super-utilisateur', helpText: 'Peut tout faire.' },
      link: {
        label: 'lié à : {model}',
        helpText:
          'L’enregistrement de l’application ({model}) qui correspond à cet utilisateur. Les règles sur les lignes et les champs comme « créé par » l’utilisent.',
      },
    },
  },
  group: { one: 'groupe', many: 'groupes', fields: { id: 'ID', name: 'nom', permissions: 'permissions' } },
  permission: {
    one: 'permission',
    many: 'permissions',
    fields: { id: 'ID', name: 'nom', content_type: 'type de contenu', codename: 'nom de code' },
  },
  contentType: { one: 'type de contenu', many: 'types de contenu', fields: { id: 'ID', app_label: 'application', model: 'modèle' } },
  entry: {
    one: 'entrée du journal',
    many: 'journal des modifications',
    fields: {
      id: 'ID',
      created_at: 'date et heure',
      actor: 'utilisateur',
      actor_repr: 'par',
      action: 'action',
      model_label: 'modèle',
      object_pk: 'clé',
      object_repr: 'objet',
      diff: 'modifications',
      targets: 'cibles',
      targets_count: 'nombre de cibles',
      failed_targets: 'cibles en échec',
      ip: 'adresse IP',
      request_id: 'identifiant de la requête',
      status: 'statut',
      change_set: 'ensemble de modifications',
      input: 'saisie',
      reason: 'motif',
      via: 'accès par',
      actor_link: 'par : {model}',
    },
  },
  entryActions: {
    create: 'création',
    update: 'modification',
    delete: 'suppression',
    bulk_update: 'modification groupée',
    bulk_delete: 'suppression groupée',
    login: 'connexion',
    logout: 'déconnexion',
    login_failed: 'échec de connexion',
    password_change: 'changement de mot de passe',
    token_shared: 'jeton partagé',
    restore: 'restauration',
    purge: 'suppression définitive',
  },
  entryStatuses: { ok: 'réussi', failed: 'échec' },
  exporting: {
    label: 'Exporter en CSV',
    columns: {
      label: 'colonnes',
      helpText:
        'Noms de champs, dans leur ordre, comme les en-têtes d’un export de valeurs brutes. Sans indication : tous les champs que vous pouvez voir, sauf les liens multiples.',
    },
    presetColumns:
      'Noms de champs, dans leur ordre, comme les en-têtes d’un export de valeurs brutes. Sans indication : les colonnes prévues pour cet export.',
    values: 'valeurs',
    display: 'Libellés et textes affichés',
    raw: 'Valeurs brutes',
    ordering: {
      label: 'tri',
      helpText:
        'Noms des champs selon lesquels les lignes sont triées, précédés d’un signe moins pour l’ordre décroissant. Sans indication : selon leurs clés.',
    },
    bom: {
      label: 'marquer comme UTF-8',
      helpText: 'Commence le fichier par une marque d’ordre des octets, à laquelle les tableurs reconnaissent l’UTF-8.',
    },
  },
  widgets: { 'recent-audit': 'Modifications récentes', 'model-counts': 'Nombre de lignes' },
  entryColumns: { actor: 'qui', action_display: 'quoi', model_label: 'modèle', object_repr: 'ligne', created_at: 'quand' },
};
