import type { FieldTypeName } from '@grimoire/protocol';
import { integerRange } from '../model/field-types/integer.ts';
import type { ColumnDescription, ForeignKeyDescription, TableDescription } from '../model/table.ts';
import { type SystemTableNames, systemTableName } from '../model/system-tables.ts';

function column(name: string, type: FieldTypeName, more: Partial<ColumnDescription> = {}): ColumnDescription {
  return { name, column: name, type, dbType: 'text', null: false, ...more };
}

function text(name: string, maxLength: number, more: Partial<ColumnDescription> = {}): ColumnDescription {
  return column(name, 'CharField', { dbType: `varchar(${maxLength})`, maxLength, ...more });
}

function flag(name: string, preset: boolean): ColumnDescription {
  return column(name, 'BooleanField', { dbType: 'boolean', hasDefault: true, constant: preset ? '1' : '0', makeDefault: () => preset });
}

const id = column('id', 'AutoField', { dbType: 'integer', range: integerRange, isAutomatic: true, hasDefault: true });

function pointer(name: string): ColumnDescription {
  return column(name.replace(/_id$/, ''), 'IntegerField', { column: name, dbType: 'integer', range: integerRange });
}

interface TableParts {
  readonly name: string;
  readonly columns: readonly ColumnDescription[];
  readonly uniques?: readonly (readonly string[])[];
  /** The tables that the columns reference. */
  readonly pointers?: Readonly<Record<string, string>>;
}

function table({ name, columns, uniques = [], pointers = {} }: TableParts): TableDescription {
  const foreignKeys = Object.entries(pointers).map(([own, target]): ForeignKeyDescription => {
    return { columns: [own], table: systemTableName(target), targetColumns: ['id'], onDelete: 'cascade' };
  });
  return { table: systemTableName(name), isView: false, columns, primaryKey: ['id'], uniques: [['id'], ...uniques], foreignKeys };
}

function linkTable(name: string, pointers: Readonly<Record<string, string>>): TableDescription {
  return table({ name, columns: [id, ...Object.keys(pointers).map(pointer)], uniques: [Object.keys(pointers)], pointers });
}

/** The tables of the staff, as the migrations create them. */
export interface StaffTables {
  readonly user: TableDescription;
  readonly group: TableDescription;
  readonly permission: TableDescription;
  readonly contentType: TableDescription;
  readonly userGroups: TableDescription;
  readonly userPermissions: TableDescription;
  readonly groupPermissions: TableDescription;
}

/**
 * Describes the tables in code, because before the migrations have run they cannot be read from the database.
 * @param moment the type of a column that holds a moment.
 */
export function staffTables(tables: SystemTableNames, moment: Partial<ColumnDescription>): StaffTables {
  return {
    user: userTable(tables.user, moment),
    group: table({ name: tables.group, columns: [id, text('name', 150)], uniques: [['name']] }),
    permission: table({
      name: tables.permission,
      columns: [id, text('name', 255), pointer('content_type_id'), text('codename', 100)],
      uniques: [['content_type_id', 'codename']],
      pointers: { content_type_id: tables.contentType },
    }),
    contentType: table({
      name: tables.contentType,
      columns: [id, text('app_label', 100), text('model', 100)],
      uniques: [['app_label', 'model']],
    }),
    userGroups: linkTable(tables.userGroups, { user_id: tables.user, group_id: tables.group }),
    userPermissions: linkTable(tables.userPermissions, { user_id: tables.user, permission_id: tables.permission }),
    groupPermissions: linkTable(tables.groupPermissions, { group_id: tables.group, permission_id: tables.permission }),
  };
}

function userTable(name: string, moment: Partial<ColumnDescription>): TableDescription {
  const time: Partial<ColumnDescription> = { ...moment, isAutomatic: true, hasDefault: true };
  const optional = { hasDefault: true, constant: '' };
  const columns = [
    id,
    text('username', 150),
    text('password', 128, { hasDefault: true }),
    text('email', 254, { ...optional, type: 'EmailField' }),
    text('first_name', 150, optional),
    text('last_name', 150, optional),
    flag('is_active', true),
    flag('is_staff', false),
    flag('is_superuser', false),
    column('last_login', 'DateTimeField', { ...time, null: true }),
    column('date_joined', 'DateTimeField', time),
  ];
  return table({ name, columns, uniques: [['username']] });
}
