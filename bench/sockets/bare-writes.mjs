// Peer of the sockets bench: a bare TCP server that writes one prepared frame to every connection at an even pace.
import { createServer } from 'node:net';

const ACCEPT = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';

const connections = new Set();
let sent = 0;
let before = process.cpuUsage();

/** An unmasked text frame of 126 to 65,535 bytes. */
function frameOf(payloadBytes) {
  const frame = Buffer.alloc(4 + payloadBytes, 'x');
  frame[0] = 0x81;
  frame[1] = 126;
  frame.writeUInt16BE(payloadBytes, 2);
  return frame;
}

const server = createServer({ noDelay: true }, (socket) => {
  socket.once('data', () => {
    socket.write(ACCEPT);
    connections.add(socket);
  });
  socket.resume();
  socket.on('error', () => socket.destroy());
  socket.on('close', () => connections.delete(socket));
});

const actions = {
  listen: () =>
    new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(server.address().port));
    }),
  /** Writes so many bytes of payload to each connection from now on. */
  write({ payloadBytes, everyMs }) {
    const frame = frameOf(payloadBytes);
    setInterval(() => {
      for (const socket of connections) {
        socket.write(frame);
        sent += 1;
      }
    }, everyMs);
    return 0;
  },
  start() {
    sent = 0;
    before = process.cpuUsage();
    return 0;
  },
  stop() {
    const { user, system } = process.cpuUsage(before);
    return { sent, cpuMicros: user + system };
  },
};

process.on('message', ({ action, ...rest }) => {
  Promise.resolve(actions[action](rest)).then((answer) => process.send(answer));
});
process.on('disconnect', () => process.exit(0));
