// Values of Parquet as text or JSON, with all stored digits. JavaScript, so that threads of Node run it as it is; the build copies it.
import { parseFloat16 } from 'hyparquet/src/convert.js';

const DAY = 86_400_000;
/** Years and days after which the calendar repeats itself, since `Date` ends before the type does. */
const CYCLE = { years: 400, days: 146_097 };
const digitsOf = { MILLIS: 3, MICROS: 6, NANOS: 9 };
const MAX_SCALE = 100;

/** @param days since 1970 */
function formatDate(days) {
  const cycles = Math.floor(days / CYCLE.days);
  const date = new Date((days - cycles * CYCLE.days) * DAY);
  const year = date.getUTCFullYear() + cycles * CYCLE.years;
  const isPlain = year >= 0 && year <= 9999;
  const sign = year < 0 ? '-' : '+';
  const text = isPlain ? String(year).padStart(4, '0') : sign + String(Math.abs(year)).padStart(6, '0');
  return text + date.toISOString().slice(4, 10);
}

/** @param digits after the second */
function formatTime(time, digits) {
  const unit = 10n ** BigInt(digits);
  const [seconds, fraction] = [Number(time / unit), time % unit];
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const text = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return fraction === 0n ? text : `${text}.${String(fraction).padStart(digits, '0')}`;
}

/** @param zone `Z`, or nothing for local time */
export function formatTimestamp(time, digits, zone = '') {
  const day = 86_400n * 10n ** BigInt(digits);
  const rest = ((time % day) + day) % day;
  return `${formatDate(Number((time - rest) / day))}T${formatTime(rest, digits)}${zone}`;
}

function toInteger(value) {
  if (!(value instanceof Uint8Array)) return BigInt(value);
  const hex = Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex === '' ? 0n : BigInt.asIntN(value.length * 8, BigInt(`0x${hex}`));
}

function formatDecimal(value, scale) {
  const integer = toInteger(value);
  const digits = String(integer < 0n ? -integer : integer).padStart(scale + 1, '0');
  const end = digits.length - scale;
  return `${integer < 0n ? '-' : ''}${digits.slice(0, end)}${scale > 0 ? '.' : ''}${digits.slice(end)}`;
}

/** The number with the fewest digits that is stored as the same value. */
function shortest(value, isSame) {
  if (!Number.isFinite(value) || Number.isSafeInteger(value)) return value;
  for (let precision = 1; ; precision += 1) {
    const candidate = Number(value.toPrecision(precision));
    if (isSame(candidate, value)) return candidate;
  }
}

const isSameFloat = (candidate, value) => Math.fround(candidate) === value;
/** Closer than half of the distance between numbers of 16 bits. */
const isSameHalf = (candidate, value) =>
  Math.abs(candidate - value) < 2 ** (Math.max(Math.floor(Math.log2(Math.abs(candidate))), -14) - 11);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text where it is text: old writers do not say so. */
function formatBytes(bytes) {
  if (bytes.includes(0)) return bytes;
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes;
  }
}

/**
 * How values of a column are written, if it differs from what hyparquet does. Times have no zone: Arrow marks all of them as UTC.
 * @returns a function of the stored value
 */
export function getFormat(
  { type, name, converted_type: converted, logical_type: logical, scale = 0 },
  isNested,
) {
  const is = (kind, ...old) => logical?.type === kind || (!logical && old.includes(converted));
  const places = logical?.scale ?? scale;
  if (is('DECIMAL', 'DECIMAL') && places >= 0 && places <= MAX_SCALE)
    return (value) => formatDecimal(value, places);
  if (is('DATE', 'DATE')) return formatDate;
  if (is('TIME', 'TIME_MILLIS', 'TIME_MICROS')) {
    const digits = digitsOf[logical?.unit ?? converted.slice(5)];
    return (value) => formatTime(BigInt(value), digits);
  }
  if (is('TIMESTAMP', 'TIMESTAMP_MILLIS', 'TIMESTAMP_MICROS')) {
    const digits = digitsOf[logical?.unit ?? converted.slice(10)];
    // Annotations of old writers mean UTC.
    const zone = (logical?.isAdjustedToUTC ?? true) ? 'Z' : '';
    return (value) => formatTimestamp(BigInt(value), digits, zone);
  }
  if (is('FLOAT16')) return (value) => shortest(parseFloat16(value), isSameHalf);
  if (is('JSON', 'JSON') || is('ENUM', 'ENUM')) return formatBytes;
  if (type === 'FLOAT') return (value) => shortest(value, isSameFloat);
  // The Hub's images and sounds are `{bytes, path}`.
  const isFile = name === 'bytes' && isNested;
  if (type === 'BYTE_ARRAY' && !converted && !logical && !isFile) return formatBytes;
  return undefined;
}
