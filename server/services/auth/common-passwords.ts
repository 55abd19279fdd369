// Passwords that attackers try first.
// Common words with prefixes and suffixes, keyboard runs, repetitions, and the user's own e-mail.

/** The most frequent words of leaked passwords, in lower case, without prefixes and suffixes. */
const WORDS = new Set(
  `
password passwort motdepasse contrasena contrasenha senha haslo parola wachtwoord salasana lozinka mima mimas parol kennwort passw passwd passcode secret letmein
welcome willkommen bienvenue bienvenido witam hello hallo hola bonjour admin administrator root user guest login test testing tester demo default changeme changeit
master superman batman spiderman ironman wonderwoman hulk pokemon pikachu naruto minecraft fortnite roblox starwars jedi skywalker yoda matrix dragon monkey tiger
lion panther eagle falcon phoenix wolf dolphin penguin butterfly sunshine rainbow flower princess princesa queen king prince angel angels diamond crystal
shadow hunter ranger killer warrior soldier ninja samurai pirate cowboy trustno iloveyou iloveu loveyou iloveme lovers forever together darling sweetheart sweety honey baby babygirl
babyboy mylove mylife truelove football fussball futbol soccer baseball basketball hockey tennis cricket golfing rugby liverpool chelsea arsenal barcelona realmadrid juventus manchester
yankees cowboys lakers steelers bayern dortmund michael jennifer jessica jordan michelle daniel thomas robert charlie andrew matthew joshua anthony nicole ashley
amanda samantha elizabeth patrick richard alexander alexandra christian christopher william benjamin victoria veronica natalie stephanie sebastian maximilian mohammed muhammad ahmed
alejandro carlos fernando francisco antonio roberto ricardo eduardo gabriel gabriela mariana isabella sophie sophia oliver harley maggie bailey ginger pepper buster cookie chocolate
banana orange apple cherry strawberry blueberry cheese pizza coffee computer internet samsung iphone android google facebook twitter instagram youtube linkedin microsoft windows
linux ubuntu oracle cisco nintendo playstation xbox mustang ferrari porsche mercedes corvette camaro yamaha kawasaki honda toyota bmw audi summer winter spring autumn
sommer fruehling herbst january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
berlin hamburg muenchen london paris madrid moscow moskva beijing shanghai taiwan taipei tokyo seoul hanoi saigon vietnam dubai istanbul newyork america canada
australia england germany deutschland france espana italia russia china japan korea india brazil mexico argentina freedom liberty america patriot heaven jesus jesuschrist christ
godisgood blessed blessing hallelujah allah inshallah bismillah money million billion rich bitcoin ethereum crypto satoshi nakamoto blockchain binance coinbase trading trader
tradingview exchange wallet hodl tothemoon dogecoin litecoin ripple tether finance forex whatever nothing something anything everything access private security
secure system network server database service company business office manager student teacher school college university hannover fuckyou fuckoff asshole bullshit motherfucker
pussy sexy hottie hotgirl playboy midnight moonlight starlight sunflower lovely beautiful gorgeous awesome amazing perfect happy smile family friend friends bestfriend
mother father sister brother daddy mommy granny thunder lightning storm hurricane tornado snowball snowman christmas halloween holiday vacation travel adventure music guitar piano
drummer metallica nirvana slipknot eminem rockstar superstar champion winner number one legend hero dragonball zxcvbn qwert qwertz azerty asdf asdfgh yxcvbn qazwsx
wsxedc edcrfv abcd abcde abcdef abcdefg abcdefgh abc aaaa gfhjkm ghbdtn nikita marina svetlana natasha dmitry sergey andrey vladimir tatiana woaini wangyu zhang aini
anhyeuem emyeuanh matkhau khongbiet sayang bismillah rahasia indonesia jakarta anjing kontol tinkerbell cinderella barbie hellokitty snoopy garfield scooby scoobydoo mickey mickeymouse donald
gandalf frodo aragorn legolas hogwarts harrypotter potter gryffindor slytherin dumbledore stalker counterstrike callofduty assassin warcraft starcraft diablo overwatch leagueoflegends
`
    .trim()
    .split(/\s+/),
);

/** Keyboard rows, the alphabet, digits: a part of one, in either direction, is easily guessed. */
const RUNS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '147258369',
  '789456123',
  '123654789',
  '159753',
].flatMap((run) => [run, [...run].reverse().join('')]);
/** Shortest part that counts as a run. */
const MIN_RUN = 3;

/** Digits and signs that replace letters ("p4ssw0rd"). */
const LETTERS: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Whether a password is among the first that an attacker would try for the owner of an e-mail. */
export function isCommonPassword(password: string, email: string): boolean {
  const text = password.toLowerCase();
  return (
    isFew(text) ||
    isRuns(text) ||
    formsOf(text).some((form) => WORDS.has(form) || isWordTwice(form) || isOwn(form, email.toLowerCase()))
  );
}

/** The word without digits and signs at its ends, as written and with replaced letters restored. */
function formsOf(text: string): string[] {
  const bare = (form: string): string => form.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const spelt = (form: string): string => form.replace(/[0134578@$!9]/g, (sign) => LETTERS[sign] ?? sign);
  const forms = [text, text.replace(/[\s._-]/g, '')].flatMap((form) => [
    form,
    bare(form),
    spelt(form),
    spelt(bare(form)),
    bare(spelt(form)),
    spelt(form.replace(/[\d\W_]+$/, '')),
  ]);
  return [...new Set(forms)].filter((form) => form.length > 2);
}

function isWordTwice(text: string): boolean {
  const half = text.slice(0, text.length / 2);
  return half + half === text && WORDS.has(half);
}

/** At most three different characters, or a short text repeated. */
function isFew(text: string): boolean {
  return new Set(text).size <= 3 || /^(.{1,4}?)\1+$/s.test(text);
}

/** Consists of keyboard runs, with at most a few digits or signs behind. */
function isRuns(text: string): boolean {
  let rest = text;
  while (rest !== '') {
    const length = longestRun(rest);
    if (length < MIN_RUN) break;
    rest = rest.slice(length);
  }
  return rest.length < text.length && /^[\d\W_]{0,4}$/.test(rest) && text.length - rest.length >= 4;
}

function longestRun(text: string): number {
  for (let length = text.length; length >= MIN_RUN; length -= 1) {
    const piece = text.slice(0, length);
    if (RUNS.some((run) => run.includes(piece))) return length;
  }
  return 0;
}

function isOwn(form: string, email: string): boolean {
  const [name = '', domain = ''] = email.split('@');
  const site = domain.split('.')[0] ?? '';
  return [email, name, domain, site, name.replace(/[\d._+-]+$/, '')].some((own) => own.length > 2 && form === own);
}
