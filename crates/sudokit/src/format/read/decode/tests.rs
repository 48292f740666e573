//! What is decoded, what is encoded again, and what is refused.

use proptest::prelude::*;

use super::*;

fn decoded(bytes: &[u8]) -> io::Result<(Vec<u8>, Encoding)> {
    let mut decoder = Decoder::new(bytes);
    let encoding = decoder.encoding()?;
    let mut text = Vec::new();
    decoder.read_to_end(&mut text)?;
    Ok((text, encoding))
}

/// Decodes and encodes, in parts of a few bytes.
fn again(bytes: &[u8], part: usize) -> Vec<u8> {
    let (text, encoding) = decoded(bytes).unwrap();
    let mut encoder = Encoder::new(encoding);
    let mut out = Vec::new();
    for part in text.chunks(part) {
        encoder.encode(part, &mut out).unwrap();
    }
    encoder.finish(&mut out).unwrap();
    out
}

fn wide(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(unit).collect()
}

#[test]
fn utf_16_is_decoded_and_encoded_again() {
    let text = "# caf\u{e9} \u{1d7d8}\r\n53..7....\r\n";
    for unit in [u16::to_le_bytes, u16::to_be_bytes] {
        for text in [text.to_string(), format!("\u{feff}{text}")] {
            let bytes = wide(&text, unit);
            let (found, encoding) = decoded(&bytes).unwrap();
            assert_eq!(String::from_utf8(found).unwrap(), text);
            assert_eq!(encoding.text.name(), "UTF-16");
            for part in [1, 2, 3, 1000] {
                assert_eq!(again(&bytes, part), bytes);
            }
        }
    }
}

#[test]
fn half_a_pair_is_kept_and_half_a_unit_is_refused() {
    let mut bytes = wide("\u{feff}# ab cd ef", u16::to_le_bytes);
    bytes.extend([0x3d, 0xd8, b'5', 0, 0x00, 0xdc, b'\n', 0]);
    for part in [1, 2, 3, 1000] {
        assert_eq!(again(&bytes, part), bytes, "{part}");
    }
    bytes.push(b'x');
    let error = decoded(&bytes).unwrap_err();
    assert!(
        error.to_string().contains("middle of a character"),
        "{error}"
    );
}

#[test]
fn single_bytes_are_decoded_and_encoded_again() {
    let latin = b"# caf\xe9\n53\xb7\xb7\xb77\n";
    let (text, encoding) = decoded(latin).unwrap();
    assert_eq!(encoding.text, TextEncoding::Windows1252);
    assert_eq!(String::from_utf8(text).unwrap(), "# caf\u{e9}\n53···7\n");
    let frame = b"\xda\xc4\xc4\xc2\xc4\xc4\xbf\n\xb35 \xb3 3\xb3\n\xc0\xc4\xc4\xc1\xc4\xc4\xd9\n";
    let (text, encoding) = decoded(frame).unwrap();
    assert_eq!(encoding.text, TextEncoding::Cp437);
    assert!(
        String::from_utf8(text)
            .unwrap()
            .starts_with("┌──┬──┐\n│5 │ 3│")
    );
    let all: Vec<u8> = (1..=255).collect();
    let framed = [&all[..], &frame.repeat(20)].concat();
    assert_eq!(decoded(&framed).unwrap().1.text, TextEncoding::Cp437);
    for bytes in [&latin[..], frame, &all, &framed] {
        assert_eq!(again(bytes, 1), bytes);
    }
    let mut encoder = Encoder::new(Encoding {
        compression: None,
        text: TextEncoding::Windows1252,
    });
    assert!(encoder.encode("①".as_bytes(), &mut Vec::new()).is_err());
}

#[test]
fn utf_8_and_other_bytes_pass_unchanged() {
    let cut = [&vec![b'a'; HEAD - 1][..], "é".as_bytes(), b"\xff\n"].concat();
    for bytes in [
        &b"53..7....\n"[..],
        "é\u{feff}·\n".as_bytes(),
        b"\xef\xbb\xbf53\n",
        b"caf\xc3\xa9 \xff\n",
        b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0",
        b"",
        &cut,
    ] {
        let (text, encoding) = decoded(bytes).unwrap();
        assert_eq!(text, bytes);
        assert_eq!(encoding, Encoding::default());
    }
}

#[test]
fn archives_are_refused_by_name() {
    for (start, name, help) in [
        (&b"BZh91AY&SY"[..], "bzip2", "bunzip2"),
        (b"\xfd7zXZ\0\0", "xz", "unxz"),
        (b"PK\x03\x04\x14\0\x06\0a.txt", "zip", "unzip"),
        (b"PK\x03\x04\x14\0[Content_Types].xml", ".xlsx", "CSV"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ".xls", "CSV"),
        (b"\xff\xfe\0\x005\0\0\0", "UTF-32", "UTF-8"),
    ] {
        let error = decoded(start).unwrap_err();
        let error = DecodeError::of(&error).unwrap();
        assert!(error.message.contains(name), "{error}");
        assert!(error.help.contains(help), "{}", error.help);
    }
    assert_eq!(
        decoded(b"BZh9 is a title\n").unwrap().0,
        b"BZh9 is a title\n"
    );
}

#[cfg(feature = "compression")]
mod compressed {
    use std::io::Write;

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn compress(text: &[u8], compression: Compression) -> Vec<u8> {
        let mut encoder = Encoder::new(Encoding {
            compression: Some(compression),
            text: TextEncoding::Utf8,
        });
        let mut out = Vec::new();
        encoder.encode(text, &mut out).unwrap();
        encoder.finish(&mut out).unwrap();
        out
    }

    #[test]
    fn members_and_frames_are_one_text() {
        let (one, other) = (&b"53..7....\n"[..], &b"# more\n"[..]);
        for kind in [Compression::Gzip, Compression::Zstd] {
            let mut file = compress(one, kind);
            file.extend(compress(other, kind));
            let (text, encoding) = decoded(&file).unwrap();
            assert_eq!(text, [one, other].concat());
            assert_eq!(encoding.compression, Some(kind));
        }
        let skipped = b"\x5a\x2a\x4d\x18\x03\0\0\0abc";
        let file = [&skipped[..], &compress(one, Compression::Zstd), skipped].concat();
        assert_eq!(decoded(&file).unwrap().0, one);
    }

    #[test]
    fn a_long_text_is_compressed_in_parts() {
        let text: Vec<u8> = b"53..7....6..195...\n".repeat(1 << 19);
        for kind in [Compression::Gzip, Compression::Zstd] {
            assert_eq!(decoded(&compress(&text, kind)).unwrap().0, text);
        }
    }

    #[test]
    fn compressed_utf_16_is_both() {
        let text = wide("\u{feff}5 3 0\n", u16::to_le_bytes);
        let (found, encoding) = decoded(&gzip(&text)).unwrap();
        assert_eq!(found, "\u{feff}5 3 0\n".as_bytes());
        assert_eq!(encoding.text, TextEncoding::Utf16Le);
        let file = again(&gzip(&text), 3);
        let mut inner = Vec::new();
        flate2::read::GzDecoder::new(&file[..])
            .read_to_end(&mut inner)
            .unwrap();
        assert_eq!(inner, text);
    }

    #[test]
    fn damage_is_reported() {
        for kind in [Compression::Gzip, Compression::Zstd] {
            let file = compress(&b"53..7....\n".repeat(1000), kind);
            let error = decoded(&file[..file.len() - 5]).unwrap_err();
            assert!(error.to_string().contains("damaged or cut off"), "{error}");
        }
    }

    #[test]
    fn a_text_that_is_hardly_one_is_refused() {
        let block = gzip(&vec![b'.'; 32 << 20]);
        let decode = |parts: usize| {
            let file = block.repeat(parts);
            let mut decoder = Decoder::new(&file[..]);
            io::copy(&mut decoder, &mut io::sink())
        };
        assert_eq!(decode(2).unwrap(), 64 << 20);
        let error = decode(3).unwrap_err();
        let reason = DecodeError::of(&error).unwrap();
        assert_eq!(reason.kind, DecodeErrorKind::TooLarge);
        assert!(reason.help.contains("gunzip -c"), "{}", reason.help);
        // A text that is not compressed may be of any length.
        let text = std::io::repeat(b'.').take(65 << 20);
        let copied = io::copy(&mut Decoder::new(text), &mut io::sink());
        assert_eq!(copied.unwrap(), 65 << 20);
    }

    #[test]
    fn a_limit_stops_a_text_without_end() {
        let file = gzip(&vec![b'.'; 10 << 20]);
        assert!(file.len() < 50_000);
        let mut text = Vec::new();
        let mut decoder = Decoder::limited(&file[..], 1 << 20);
        let error = decoder.read_to_end(&mut text).unwrap_err();
        assert_eq!(
            DecodeError::of(&error).unwrap().kind,
            DecodeErrorKind::TooLarge
        );
        assert!(text.len() <= 1 << 20);
        let mut decoder = Decoder::limited(&file[..], 10 << 20);
        assert_eq!(decoder.read_to_end(&mut Vec::new()).unwrap(), 10 << 20);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(500)
    })]

    #[test]
    fn any_bytes_are_decoded_and_encoded_again_or_refused(
        mut bytes in prop::collection::vec(any::<u8>(), 0..200),
        start in prop::sample::select(vec![&b""[..], b"\xff\xfe", b"\xfe\xff", b"\xe9", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd"]),
        part in 1usize..9,
    ) {
        bytes.splice(0..0, start.iter().copied());
        if let Ok((_, encoding)) = decoded(&bytes) && encoding.compression.is_none() {
            prop_assert_eq!(again(&bytes, part), bytes);
        }
    }
}
