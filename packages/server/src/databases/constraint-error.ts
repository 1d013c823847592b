/** The kind of constraint that a write violated. */
export type ConstraintKind = 'unique' | 'foreign key' | 'not null' | 'check' | 'too long' | 'out of range' | 'bad value' | 'refused';

/** A write that a constraint of the database forbids; `write/` turns it into the 400 that names the fields (CONTRACT §5). */
export class ConstraintError extends Error {
  readonly kind: ConstraintKind;
  /** The columns that the database named. */
  readonly columns: readonly string[];
  /** The name of the constraint, or its text. */
  readonly constraint: string | undefined;

  constructor(
    kind: ConstraintKind,
    parts: { readonly columns?: readonly string[]; readonly constraint?: string | undefined; readonly cause: unknown },
  ) {
    super(parts.cause instanceof Error ? parts.cause.message : kind, { cause: parts.cause });
    this.name = 'ConstraintError';
    this.kind = kind;
    this.columns = parts.columns ?? [];
    this.constraint = parts.constraint;
  }
}
