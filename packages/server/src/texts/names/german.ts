import type { OwnNames } from '../catalogue.ts';

/** The names in German of what the service itself shows. */
export const germanNames: OwnNames = {
  apps: { auth: 'Zugang', admin: 'Verwaltung', contenttypes: 'Inhaltstypen' },
  user: {
    one: 'Benutzer',
    many: 'Benutzer',
    fields: {
      id: 'ID',
      username: 'Benutzername',
      email: 'E-Mail-Adresse',
      first_name: 'Vorname',
      last_name: 'Nachname',
      last_login: 'letzte Anmeldung',
      date_joined: 'angelegt am',
      groups: 'Gruppen',
      user_permissions: 'Berechtigungen',
      password: {
        label: 'Passwort',
        helpText:
          'Mindestens 10 Zeichen, keines der häufigen Passwörter, ohne den Benutzernamen. Ohne Passwort kann sich der Benutzer hier nicht anmelden.',
      },
      is_active: { label: 'aktiv', helpText: 'Nehmen Sie das weg, statt den Benutzer zu löschen.' },
      is_staff: { label: 'Mitarbeiter', helpText: 'Darf diesen Dienst benutzen.' },
      is_superuser: { label: 'Administrator', helpText: 'Darf alles.' },
      link: {
        label: 'verknüpft: {model}',
        helpText:
          'Der Eintrag der Anwendung ({model}), der dieser Benutzer ist. Regeln für Zeilen und Felder wie „angelegt von“ verwenden ihn.',
      },
    },
  },
  group: { one: 'Gruppe', many: 'Gruppen', fields: { id: 'ID', name: 'Name', permissions: 'Berechtigungen' } },
  permission: {
    one: 'Berechtigung',
    many: 'Berechtigungen',
    fields: { id: 'ID', name: 'Name', content_type: 'Inhaltstyp', codename: 'Kurzname' },
  },
  contentType: { one: 'Inhaltstyp', many: 'Inhaltstypen', fields: { id: 'ID', app_label: 'Anwendung', model: 'Modell' } },
  entry: {
    one: 'Protokolleintrag',
    many: 'Änderungsprotokoll',
    fields: {
      id: 'ID',
      created_at: 'Zeitpunkt',
      actor: 'Benutzer',
      actor_repr: 'von',
      action: 'Aktion',
      model_label: 'Modell',
      object_pk: 'Schlüssel',
      object_repr: 'Objekt',
      diff: 'Änderungen',
      targets: 'Ziele',
      targets_count: 'Anzahl der Ziele',
      failed_targets: 'fehlgeschlagene Ziele',
      ip: 'IP-Adresse',
      request_id: 'Kennung der Anfrage',
      status: 'Status',
      change_set: 'Änderungssatz',
      input: 'Eingabe',
      reason: 'Grund',
      via: 'Zugang',
      actor_link: 'von: {model}',
    },
  },
  entryActions: {
    create: 'angelegt',
    update: 'geändert',
    delete: 'gelöscht',
    bulk_update: 'mehrere geändert',
    bulk_delete: 'mehrere gelöscht',
    login: 'angemeldet',
    logout: 'abgemeldet',
    login_failed: 'Anmeldung fehlgeschlagen',
    password_change: 'Passwort geändert',
    token_shared: 'Token mehrfach benutzt',
    restore: 'wiederhergestellt',
    purge: 'endgültig gelöscht',
  },
  entryStatuses: { ok: 'in Ordnung', failed: 'fehlgeschlagen' },
  exporting: {
    label: 'Als CSV exportieren',
    columns: {
      label: 'Spalten',
      helpText:
        'Namen von Feldern in ihrer Reihenfolge, wie sie ein Export der Rohwerte als Überschriften hat. Ohne Angabe: alle Felder, die Sie sehen dürfen, außer Mehrfachverknüpfungen.',
    },
    presetColumns:
      'Namen von Feldern in ihrer Reihenfolge, wie sie ein Export der Rohwerte als Überschriften hat. Ohne Angabe: die Spalten, die für diesen Export eingestellt sind.',
    values: 'Werte',
    display: 'Bezeichnungen und Anzeigetexte',
    raw: 'Rohwerte',
    ordering: {
      label: 'Sortierung',
      helpText:
        'Namen von Feldern, nach denen die Zeilen sortiert werden, mit einem Minus davor für absteigend. Ohne Angabe: nach den Schlüsseln.',
    },
    bom: {
      label: 'als UTF-8 kennzeichnen',
      helpText: 'Beginnt die Datei mit einer Bytereihenfolge-Markierung, an der Tabellenprogramme UTF-8 erkennen.',
    },
  },
  widgets: { 'recent-audit': 'Letzte Änderungen', 'model-counts': 'Anzahl der Zeilen' },
  entryColumns: { actor: 'wer', action_display: 'was', model_label: 'Modell', object_repr: 'Zeile', created_at: 'wann' },
};
