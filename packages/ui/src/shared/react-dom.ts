/** `react-dom` of the dashboard, for its extensions: a second React in a page does not work. */
export { default } from 'react-dom';
export {
  createPortal,
  flushSync,
  preconnect,
  prefetchDNS,
  preinit,
  preinitModule,
  preload,
  preloadModule,
  useFormState,
  useFormStatus,
  version,
} from 'react-dom';
