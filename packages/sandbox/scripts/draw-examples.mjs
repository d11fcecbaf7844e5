// Draws the example images in examples: node packages/sandbox/scripts/draw-examples.mjs
// Needs a sans-serif font.
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const folder = new URL('../../../examples/', import.meta.url);
const svg = (width, height, content) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`);
const save = async (name, image) => {
  const { size } = await image.toFile(fileURLToPath(new URL(name, folder)));
  console.log(`${name}: ${size} bytes`);
};
const savePng = (name, drawing, colors = 32) =>
  save(name, sharp(drawing).png({ palette: true, colors, dither: 0, effort: 10, compressionLevel: 9 }));

const shapes = `
  <rect width="480" height="360" fill="#ffffff"/>
  <circle cx="90" cy="80" r="50" fill="#d8342c"/>
  <circle cx="240" cy="290" r="40" fill="#d8342c"/>
  <circle cx="400" cy="180" r="30" fill="#d8342c"/>
  <rect x="200" y="40" width="90" height="90" fill="#2f6fd0"/>
  <polygon points="100,220 160,330 40,330" fill="#3a9d49"/>
  <rect x="330" y="50" width="120" height="40" fill="#f7d038"/>
  <polygon points="390,240 440,285 390,330 340,285" fill="#8445b5"/>
  <ellipse cx="260" cy="190" rx="70" ry="32" fill="#f08a1d"/>`;

const flower = (x, y, fill) =>
  `<g transform="translate(${x} ${y})"><rect x="-2" y="0" width="4" height="26" fill="#20662c"/>
  <circle r="10" fill="${fill}"/><circle r="4" fill="#f7d038"/></g>`;
const meadow = `
  <rect width="480" height="360" fill="#8fc8f0"/>
  <rect y="240" width="480" height="120" fill="#4caf50"/>
  <circle cx="400" cy="70" r="40" fill="#f7d038"/>
  <ellipse cx="120" cy="70" rx="56" ry="24" fill="#ffffff"/>
  <polygon points="160,120 260,190 60,190" fill="#b5362c"/>
  <rect x="80" y="190" width="160" height="100" fill="#ead3ac"/>
  <rect x="145" y="230" width="34" height="60" fill="#7a4a25"/>
  <rect x="98" y="210" width="30" height="30" fill="#2f6fd0"/>
  <rect x="196" y="210" width="30" height="30" fill="#2f6fd0"/>
  <rect x="352" y="200" width="22" height="90" fill="#7a4a25"/>
  <circle cx="363" cy="170" r="52" fill="#1f7a34"/>
  ${flower(60, 315, '#ea5fa5')}${flower(290, 320, '#d8342c')}${flower(430, 312, '#8445b5')}`;

const hills = `
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#5a3d86"/><stop offset="0.45" stop-color="#e0764a"/>
      <stop offset="0.75" stop-color="#ffcf7a"/>
    </linearGradient>
    <radialGradient id="glow"><stop offset="0" stop-color="#fff6d0"/><stop offset="0.3" stop-color="#ffe49a"/>
      <stop offset="1" stop-color="#ffcf7a" stop-opacity="0"/></radialGradient>
    <filter id="soft"><feGaussianBlur stdDeviation="1.5"/></filter>
  </defs>
  <rect width="800" height="533" fill="url(#sky)"/>
  <circle cx="560" cy="300" r="120" fill="url(#glow)"/>
  <g filter="url(#soft)">
    <path d="M-10 340C120 250 210 330 330 290S560 330 810 260V540H-10Z" fill="#7d4a63"/>
    <path d="M-10 400C150 330 260 420 420 370S680 350 810 400V540H-10Z" fill="#573a66"/>
    <path d="M-10 470C200 400 330 480 520 440S740 450 810 470V540H-10Z" fill="#34254c"/>
  </g>`;

/** Film grain: gray noise to overlay on an image. */
const grain = (width, height) => ({
  create: {
    width,
    height,
    channels: 3,
    background: '#808080',
    noise: { type: 'gaussian', mean: 128, sigma: 9 },
  },
});

const text = (x, y, size, words, weight = 400) =>
  `<text x="${x}" y="${y}" font-family="DejaVu Sans, Arial, Helvetica, sans-serif" font-size="${size}"
    font-weight="${weight}" fill="#1a1a1a">${words}</text>`;
const row = (y, label, value) => text(70, y, 24, label) + text(470, y, 24, value);

const invoice = `
  <rect width="800" height="760" fill="#ffffff"/>
  ${text(70, 100, 44, 'INVOICE', 700)}
  ${row(170, 'Invoice number:', '2041')}
  ${row(210, 'Invoice date:', '14 March 2026')}
  ${row(250, 'Due date:', '28 March 2026')}
  <rect x="70" y="285" width="660" height="3" fill="#1a1a1a"/>
  ${row(340, 'Paper, 5 boxes', '42.50')}
  ${row(380, 'Blue ink, 2 bottles', '17.90')}
  ${row(420, 'Delivery', '6.00')}
  <rect x="70" y="450" width="660" height="3" fill="#1a1a1a"/>
  ${row(505, 'Net amount:', '66.40')}
  ${row(545, 'Tax (20 %):', '13.28')}
  ${text(70, 600, 30, 'Total:', 700)}${text(470, 600, 30, '79.68 EUR', 700)}
  ${text(70, 690, 22, 'Please pay by bank transfer within 14 days.')}`;

const notice = `
  <rect width="640" height="420" fill="#1f5c3a"/>
  <g>${[
    [80, 40, 'READING ROOM'],
    [150, 26, 'Monday to Friday: 9:00 to 18:30'],
    [195, 26, 'Saturday: 10:00 to 14:00'],
    [240, 26, 'Sunday: closed'],
    [315, 24, 'Please leave bags at the desk'],
    [355, 24, 'and keep your phone silent.'],
  ]
    .map(([y, size, words]) => text(50, y, size, words).replace('#1a1a1a', '#f6f4e8'))
    .join('')}</g>`;

await savePng('shapes.png', svg(480, 360, shapes));
await savePng('meadow.png', svg(480, 360, meadow));
await savePng('invoice.png', svg(800, 760, invoice), 8);
await savePng('notice.png', svg(640, 420, notice), 8);
const noise = await sharp(grain(800, 533)).png().toBuffer();
const photo = sharp(svg(800, 533, hills)).composite([{ input: noise, blend: 'soft-light' }]);
await save('hills.jpg', sharp(await photo.png().toBuffer()).jpeg({ quality: 62, mozjpeg: true }));
