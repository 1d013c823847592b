/** Keys of the models of the service's own staff. */
export const staffModelKeys = {
  user: 'auth.User',
  group: 'auth.Group',
  permission: 'auth.Permission',
  contentType: 'contenttypes.ContentType',
} as const;
