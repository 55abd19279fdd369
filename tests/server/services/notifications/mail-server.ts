// A mail server that accepts and stores every mail.
import { type Server, createServer } from 'node:net';

/** As much of SMTP as the tests need. */
export function mailServer(letters: string[]): Promise<Server> {
  const server = createServer((socket) => {
    let inLetter = false;
    let letter = '';
    let rest = '';
    socket.on('error', () => undefined).write('220 here\r\n');
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (inLetter && line !== '.') letter += `${line}\n`;
        else if (inLetter) {
          inLetter = false;
          letters.push(letter);
          letter = '';
          socket.write('250 taken\r\n');
        } else if (line === 'DATA') {
          inLetter = true;
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
