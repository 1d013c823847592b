/** What an extension imports and does not bundle: the dashboard has it. Each with the name of the file that is built for it. */
export const externals: Readonly<Record<string, string>> = {
  react: 'react',
  'react/jsx-runtime': 'react-jsx-runtime',
  'react-dom': 'react-dom',
  '@grimoire/client': 'client',
  '@grimoire/ui': 'kit',
};
