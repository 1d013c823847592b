/** What the service says when a process has started or ended: the ids of all that run. */
export type RunningIds = readonly number[];

let running: RunningIds = [];

process.on('message', (ids: RunningIds) => {
  running = ids;
});
// A signal to the whole group, such as by Ctrl-C or systemd, is for the service: it completes its requests first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// The service has ended. A process in the middle of a statement does not notice that itself.
process.on('disconnect', () => {
  for (const id of running) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  process.exit();
});
