import { writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, ownFolder, Running } from './servers.ts';
import { until } from './until.ts';

/** A proxy that gives each request to the next process, whoever has sent it. */
export interface Proxy extends AsyncDisposable {
  readonly origin: string;
}

/** Starts nginx, or a proxy of Node.js without it. */
export async function startProxy(nginx: string | undefined, ports: readonly number[]): Promise<Proxy> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const running = nginx === undefined ? ownProxy(port, ports) : nginxAt(nginx, port, ports);
  await until('the proxy accepts connections', () => accepts(port));
  return { origin, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

function nginxAt(program: string, port: number, ports: readonly number[]): AsyncDisposable {
  const folder = ownFolder('nginx');
  const file = join(folder, 'nginx.conf');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  writeFileSync(
    file,
    `daemon off;
pid ${folder}/pid;
error_log stderr;
worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
  ${places.join('\n  ')}
  upstream processes { ${ports.map((each) => `server 127.0.0.1:${each};`).join(' ')} keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://processes;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
    }
  }
}
`,
  );
  return new Running(program, ['-p', folder, '-c', file, '-e', 'stderr'], { cwd: folder, folders: [folder] });
}

function ownProxy(port: number, ports: readonly number[]): AsyncDisposable {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  let turn = 0;
  const server = createServer((incoming, answer) => {
    turn += 1;
    const { method, url: path, headers } = incoming;
    const passed = request({ agent, host: '127.0.0.1', port: ports[turn % ports.length], method, path, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  }).listen(port, '127.0.0.1');
  return {
    async [Symbol.asyncDispose]() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
