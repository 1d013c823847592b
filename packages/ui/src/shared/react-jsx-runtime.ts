/** `react/jsx-runtime` of the dashboard, for its extensions: a second React in a page does not work. */
export { Fragment, jsx, jsxs } from 'react/jsx-runtime';
