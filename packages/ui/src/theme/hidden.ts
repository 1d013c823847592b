/** Read by screen readers, and not shown. */
export const hidden = { position: 'absolute', width: '1px', height: '1px', m: 0, overflow: 'hidden', clipPath: 'inset(50%)' } as const;
