import type { NextConfig } from 'next';

const config: NextConfig = {
  // The package has files that a bundler would not find: the dashboard, and the programs of its processes.
  serverExternalPackages: ['grimoire'],
  // The client of the dashboard asks with a slash at the end; without this, Next.js answers each request with a redirect first.
  skipTrailingSlashRedirect: true,
};

export default config;
