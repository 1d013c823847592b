export { RowCreate } from './row-create.tsx';
export { RowEdit } from './row-edit.tsx';
export { RowShow } from './row-show.tsx';
