/** What entries of the audit log about shared views say as their model. No model has it as its key, which would have a dot. */
export const savedViewKey = 'saved view';

/** The members of a view that entries of the audit log have. */
export const savedViewFields: ReadonlySet<string> = new Set(['model', 'name', 'query', 'display', 'sharing', 'is_default']);

/** Codename of the right, on users, to share saved views. */
export const shareView = 'share_view';

/** The same right as actors hold it. */
export const sharePermission: string = `auth.user:${shareView}`;
