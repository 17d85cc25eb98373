extension Maker {
  static let nikonAFOnButton = """
    0: None; 1: Preview; 3: FV Lock; 4: AE/AF Lock; 5: AE Lock Only; 6: AE Lock (reset on release);
    7: AE Lock (hold); 8: AF Lock Only; 9: AF-On; 10: Flash Disable/Enable; 11: Bracketing Burst;
    12: +NEF(RAW); 18: Virtual Horizon; 19: Synchronized Release; 20: My Menu; 21: My Menu Top Item;
    22: Playback; 23: Rating; 24: Protect; 25: Zoom; 26: Focus Peaking; 28: Image Area; 30: Non-CPU Lens;
    31: Active-D Lighting; 33: 1 Stop Speed/Aperture; 34: White Balance; 35: Metering; 36: Auto Bracketing;
    37: Multiple Exposure; 38: HDR Overlay; 39: Picture Control; 40: Quality; 41: Focus Mode/AF AreaMode;
    42: Select Center Focus Point; 44: Record Movie; 47: Choose Folder; 48: Power Aperture (Open);
    49: Power Aperture (Close); 52: Microphone Sensitivity; 57: Preset Focus Point; 58: AE/AWB Lock (hold);
    59: AF-AreaMode; 60: AF-AreaMode + AF-On; 61: Recall Shooting Functions; 64: Filtered Playback;
    65: Same as AF-On; 66: Voice Memo; 70: Photo Shooting Bank; 71: ISO; 73: Exposure Compensation;
    76: Silent Mode; 78: LiveView Information; 79: AWB Lock (hold); 80: Grid Display; 81: Starlight View;
    82: Select To Send (PC); 83: Select To Send (FTP); 84: Pattern Tone Range; 85: Control Lock;
    86: Save Focus Position; 87: Recall Focus Position; 88: Recall Shooting Functions (Hold);
    97: High Frequency Flicker Reduction; 98: Switch FX/DX; 99: View Mode (Photo LV);
    100: Photo Flicker Reduction; 101: Filtered Playback (Select Criteria); 103: Start Series Playback;
    104: View Assist; 105: Hi-Res Zoom+; 106: Hi-Res Zoom-; 108: Override Other Cameras;
    109: DISP - Cycle Information Display (shooting); 110: DISP - Cycle Information Display (playback);
    111: Resume Shooting
    """

  static let nikonAFPoints105 = """
    0: (none); 1: D8 (Center); 2: C8; 3: B8; 4: A8; 5: E8; 6: F8; 7: G8; 8: D9; 9: C9; 10: B9; 11: A9; 12: E9;
    13: F9; 14: G9; 15: D10; 16: C10; 17: B10; 18: A10; 19: E10; 20: F10; 21: G10; 22: D7; 23: C7; 24: B7;
    25: A7; 26: E7; 27: F7; 28: G7; 29: D6; 30: C6; 31: B6; 32: A6; 33: E6; 34: F6; 35: G6; 36: D11; 37: C11;
    38: B11; 39: A11; 40: E11; 41: F11; 42: G11; 43: D12; 44: C12; 45: B12; 46: A12; 47: E12; 48: F12; 49: G12;
    50: D13; 51: C13; 52: B13; 53: A13; 54: E13; 55: F13; 56: G13; 57: D14; 58: C14; 59: B14; 60: A14; 61: E14;
    62: F14; 63: G14; 64: D15; 65: C15; 66: B15; 67: A15; 68: E15; 69: F15; 70: G15; 71: D5; 72: C5; 73: B5;
    74: A5; 75: E5; 76: F5; 77: G5; 78: D4; 79: C4; 80: B4; 81: A4; 82: E4; 83: F4; 84: G4; 85: D3; 86: C3;
    87: B3; 88: A3; 89: E3; 90: F3; 91: G3; 92: D2; 93: C2; 94: B2; 95: A2; 96: E2; 97: F2; 98: G2; 99: D1;
    100: C1; 101: B1; 102: A1; 103: E1; 104: F1; 105: G1
    """

  static let nikonAFPoints135 = """
    0: (none); 1: E8 (Center); 2: D8; 3: C8; 4: B8; 5: A8; 6: F8; 7: G8; 8: H8; 9: I8; 10: E9; 11: D9; 12: C9;
    13: B9; 14: A9; 15: F9; 16: G9; 17: H9; 18: I9; 19: E7; 20: D7; 21: C7; 22: B7; 23: A7; 24: F7; 25: G7;
    26: H7; 27: I7; 28: E10; 29: D10; 30: C10; 31: B10; 32: A10; 33: F10; 34: G10; 35: H10; 36: I10; 37: E11;
    38: D11; 39: C11; 40: B11; 41: A11; 42: F11; 43: G11; 44: H11; 45: I11; 46: E12; 47: D12; 48: C12; 49: B12;
    50: A12; 51: F12; 52: G12; 53: H12; 54: I12; 55: E13; 56: D13; 57: C13; 58: B13; 59: A13; 60: F13; 61: G13;
    62: H13; 63: I13; 64: E14; 65: D14; 66: C14; 67: B14; 68: A14; 69: F14; 70: G14; 71: H14; 72: I14; 73: E15;
    74: D15; 75: C15; 76: B15; 77: A15; 78: F15; 79: G15; 80: H15; 81: I15; 82: E6; 83: D6; 84: C6; 85: B6;
    86: A6; 87: F6; 88: G6; 89: H6; 90: I6; 91: E5; 92: D5; 93: C5; 94: B5; 95: A5; 96: F5; 97: G5; 98: H5;
    99: I5; 100: E4; 101: D4; 102: C4; 103: B4; 104: A4; 105: F4; 106: G4; 107: H4; 108: I4; 109: E3; 110: D3;
    111: C3; 112: B3; 113: A3; 114: F3; 115: G3; 116: H3; 117: I3; 118: E2; 119: D2; 120: C2; 121: B2; 122: A2;
    123: F2; 124: G2; 125: H2; 126: I2; 127: E1; 128: D1; 129: C1; 130: B1; 131: A1; 132: F1; 133: G1; 134: H1;
    135: I1
    """

  static let nikonAFPoints153 = """
    0: (none); 1: E9 (Center); 2: D9; 3: C9; 4: B9; 5: A9; 6: F9; 7: G9; 8: H9; 9: I9; 10: E10; 11: D10;
    12: C10; 13: B10; 14: A10; 15: F10; 16: G10; 17: H10; 18: I10; 19: E11; 20: D11; 21: C11; 22: B11; 23: A11;
    24: F11; 25: G11; 26: H11; 27: I11; 28: E8; 29: D8; 30: C8; 31: B8; 32: A8; 33: F8; 34: G8; 35: H8; 36: I8;
    37: E7; 38: D7; 39: C7; 40: B7; 41: A7; 42: F7; 43: G7; 44: H7; 45: I7; 46: E12; 47: D12; 48: C12; 49: B12;
    50: A12; 51: F12; 52: G12; 53: H12; 54: I12; 55: E13; 56: D13; 57: C13; 58: B13; 59: A13; 60: F13; 61: G13;
    62: H13; 63: I13; 64: E14; 65: D14; 66: C14; 67: B14; 68: A14; 69: F14; 70: G14; 71: H14; 72: I14; 73: E15;
    74: D15; 75: C15; 76: B15; 77: A15; 78: F15; 79: G15; 80: H15; 81: I15; 82: E16; 83: D16; 84: C16; 85: B16;
    86: A16; 87: F16; 88: G16; 89: H16; 90: I16; 91: E17; 92: D17; 93: C17; 94: B17; 95: A17; 96: F17; 97: G17;
    98: H17; 99: I17; 100: E6; 101: D6; 102: C6; 103: B6; 104: A6; 105: F6; 106: G6; 107: H6; 108: I6; 109: E5;
    110: D5; 111: C5; 112: B5; 113: A5; 114: F5; 115: G5; 116: H5; 117: I5; 118: E4; 119: D4; 120: C4; 121: B4;
    122: A4; 123: F4; 124: G4; 125: H4; 126: I4; 127: E3; 128: D3; 129: C3; 130: B3; 131: A3; 132: F3; 133: G3;
    134: H3; 135: I3; 136: E2; 137: D2; 138: C2; 139: B2; 140: A2; 141: F2; 142: G2; 143: H2; 144: I2; 145: E1;
    146: D1; 147: C1; 148: B1; 149: A1; 150: F1; 151: G1; 152: H1; 153: I1
    """

  static let nikonAFPoints81 = """
    0: (none); 1: E5 (Center); 2: D5; 3: C5; 4: B5; 5: A5; 6: F5; 7: G5; 8: H5; 9: I5; 10: E6; 11: D6; 12: C6;
    13: B6; 14: A6; 15: F6; 16: G6; 17: H6; 18: I6; 19: E4; 20: D4; 21: C4; 22: B4; 23: A4; 24: F4; 25: G4;
    26: H4; 27: I4; 28: E7; 29: D7; 30: C7; 31: B7; 32: A7; 33: F7; 34: G7; 35: H7; 36: I7; 37: E3; 38: D3;
    39: C3; 40: B3; 41: A3; 42: F3; 43: G3; 44: H3; 45: I3; 46: E8; 47: D8; 48: C8; 49: B8; 50: A8; 51: F8;
    52: G8; 53: H8; 54: I8; 55: E2; 56: D2; 57: C2; 58: B2; 59: A2; 60: F2; 61: G2; 62: H2; 63: I2; 64: E9;
    65: D9; 66: C9; 67: B9; 68: A9; 69: F9; 70: G9; 71: H9; 72: I9; 73: E1; 74: D1; 75: C1; 76: B1; 77: A1;
    78: F1; 79: G1; 80: H1; 81: I1
    """

  static let nikonFunc1Button = """
    0: None; 1: Preview; 3: FV Lock; 4: AE/AF Lock; 5: AE Lock Only; 6: AE Lock (reset on release);
    7: AE Lock (hold); 8: AF Lock Only; 9: AF-On; 10: Flash Disable/Enable; 11: Bracketing Burst;
    12: +NEF(RAW); 18: Virtual Horizon; 19: Synchronized Release; 20: My Menu; 21: My Menu Top Item;
    22: Playback; 23: Rating; 24: Protect; 25: Zoom; 26: Focus Peaking; 28: Image Area; 30: Non-CPU Lens;
    31: Active-D Lighting; 33: 1 Stop Speed/Aperture; 34: White Balance; 35: Metering; 36: Auto Bracketing;
    37: Multiple Exposure; 38: HDR Overlay; 39: Picture Control; 40: Quality; 41: Focus Mode/AF AreaMode;
    42: Select Center Focus Point; 44: Record Movie; 47: Choose Folder; 48: Power Aperture (Open);
    49: Power Aperture (Close); 52: Microphone Sensitivity; 57: Preset Focus Point; 58: AE/AWB Lock (hold);
    59: AF-AreaMode; 60: AF-AreaMode + AF-On; 61: Recall Shooting Functions; 64: Filtered Playback;
    65: Same as AF-On; 66: Voice Memo; 70: Photo Shooting Bank; 71: ISO; 73: Exposure Compensation;
    76: Silent Mode; 78: LiveView Information; 79: AWB Lock (hold); 80: Grid Display; 81: Starlight View;
    82: Select To Send (PC); 83: Select To Send (FTP); 84: Pattern Tone Range; 85: Control Lock;
    86: Save Focus Position; 87: Recall Focus Position; 88: Recall Shooting Functions (Hold);
    97: High Frequency Flicker Reduction; 98: Switch FX/DX; 99: View Mode (Photo LV);
    100: Photo Flicker Reduction; 101: Filtered Playback (Select Criteria); 103: Start Series Playback;
    104: View Assist; 105: Hi-Res Zoom+; 106: Hi-Res Zoom-; 108: Override Other Cameras;
    109: DISP - Cycle Information Display (shooting); 110: DISP - Cycle Information Display (playback);
    111: Resume Shooting
    """

  static let nikonFunc2Button = """
    0: None; 1: Preview; 3: FV Lock; 4: AE/AF Lock; 5: AE Lock Only; 6: AE Lock (reset on release);
    7: AE Lock (hold); 8: AF Lock Only; 9: AF-On; 10: Flash Disable/Enable; 11: Bracketing Burst;
    12: +NEF(RAW); 18: Virtual Horizon; 19: Synchronized Release; 20: My Menu; 21: My Menu Top Item;
    22: Playback; 23: Rating; 24: Protect; 25: Zoom; 26: Focus Peaking; 28: Image Area; 30: Non-CPU Lens;
    31: Active-D Lighting; 33: 1 Stop Speed/Aperture; 34: White Balance; 35: Metering; 36: Auto Bracketing;
    37: Multiple Exposure; 38: HDR Overlay; 39: Picture Control; 40: Quality; 41: Focus Mode/AF AreaMode;
    42: Select Center Focus Point; 44: Record Movie; 47: Choose Folder; 48: Power Aperture (Open);
    49: Power Aperture (Close); 52: Microphone Sensitivity; 57: Preset Focus Point; 58: AE/AWB Lock (hold);
    59: AF-AreaMode; 60: AF-AreaMode + AF-On; 61: Recall Shooting Functions; 64: Filtered Playback;
    65: Same as AF-On; 66: Voice Memo; 70: Photo Shooting Bank; 71: ISO; 73: Exposure Compensation;
    76: Silent Mode; 78: LiveView Information; 79: AWB Lock (hold); 80: Grid Display; 81: Starlight View;
    82: Select To Send (PC); 83: Select To Send (FTP); 84: Pattern Tone Range; 85: Control Lock;
    86: Save Focus Position; 87: Recall Focus Position; 88: Recall Shooting Functions (Hold);
    97: High Frequency Flicker Reduction; 98: Switch FX/DX; 99: View Mode (Photo LV);
    100: Photo Flicker Reduction; 101: Filtered Playback (Select Criteria); 103: Start Series Playback;
    104: View Assist; 105: Hi-Res Zoom+; 106: Hi-Res Zoom-; 108: Override Other Cameras;
    109: DISP - Cycle Information Display (shooting); 110: DISP - Cycle Information Display (playback);
    111: Resume Shooting
    """

  static let nikonFunc3Button = """
    0: None; 1: Preview; 3: FV Lock; 4: AE/AF Lock; 5: AE Lock Only; 6: AE Lock (reset on release);
    7: AE Lock (hold); 8: AF Lock Only; 9: AF-On; 10: Flash Disable/Enable; 11: Bracketing Burst;
    12: +NEF(RAW); 18: Virtual Horizon; 19: Synchronized Release; 20: My Menu; 21: My Menu Top Item;
    22: Playback; 23: Rating; 24: Protect; 25: Zoom; 26: Focus Peaking; 28: Image Area; 30: Non-CPU Lens;
    31: Active-D Lighting; 33: 1 Stop Speed/Aperture; 34: White Balance; 35: Metering; 36: Auto Bracketing;
    37: Multiple Exposure; 38: HDR Overlay; 39: Picture Control; 40: Quality; 41: Focus Mode/AF AreaMode;
    42: Select Center Focus Point; 44: Record Movie; 47: Choose Folder; 48: Power Aperture (Open);
    49: Power Aperture (Close); 52: Microphone Sensitivity; 57: Preset Focus Point; 58: AE/AWB Lock (hold);
    59: AF-AreaMode; 60: AF-AreaMode + AF-On; 61: Recall Shooting Functions; 64: Filtered Playback;
    65: Same as AF-On; 66: Voice Memo; 70: Photo Shooting Bank; 71: ISO; 73: Exposure Compensation;
    76: Silent Mode; 78: LiveView Information; 79: AWB Lock (hold); 80: Grid Display; 81: Starlight View;
    82: Select To Send (PC); 83: Select To Send (FTP); 84: Pattern Tone Range; 85: Control Lock;
    86: Save Focus Position; 87: Recall Focus Position; 88: Recall Shooting Functions (Hold);
    97: High Frequency Flicker Reduction; 98: Switch FX/DX; 99: View Mode (Photo LV);
    100: Photo Flicker Reduction; 101: Filtered Playback (Select Criteria); 103: Start Series Playback;
    104: View Assist; 105: Hi-Res Zoom+; 106: Hi-Res Zoom-; 108: Override Other Cameras;
    109: DISP - Cycle Information Display (shooting); 110: DISP - Cycle Information Display (playback);
    111: Resume Shooting
    """

  static let nikonLensFunc1Button = """
    0: None; 1: Preview; 3: FV Lock; 4: AE/AF Lock; 5: AE Lock Only; 6: AE Lock (reset on release);
    7: AE Lock (hold); 8: AF Lock Only; 9: AF-On; 10: Flash Disable/Enable; 11: Bracketing Burst;
    12: +NEF(RAW); 18: Virtual Horizon; 19: Synchronized Release; 20: My Menu; 21: My Menu Top Item;
    22: Playback; 23: Rating; 24: Protect; 25: Zoom; 26: Focus Peaking; 28: Image Area; 30: Non-CPU Lens;
    31: Active-D Lighting; 33: 1 Stop Speed/Aperture; 34: White Balance; 35: Metering; 36: Auto Bracketing;
    37: Multiple Exposure; 38: HDR Overlay; 39: Picture Control; 40: Quality; 41: Focus Mode/AF AreaMode;
    42: Select Center Focus Point; 44: Record Movie; 47: Choose Folder; 48: Power Aperture (Open);
    49: Power Aperture (Close); 52: Microphone Sensitivity; 57: Preset Focus Point; 58: AE/AWB Lock (hold);
    59: AF-AreaMode; 60: AF-AreaMode + AF-On; 61: Recall Shooting Functions; 64: Filtered Playback;
    65: Same as AF-On; 66: Voice Memo; 70: Photo Shooting Bank; 71: ISO; 73: Exposure Compensation;
    76: Silent Mode; 78: LiveView Information; 79: AWB Lock (hold); 80: Grid Display; 81: Starlight View;
    82: Select To Send (PC); 83: Select To Send (FTP); 84: Pattern Tone Range; 85: Control Lock;
    86: Save Focus Position; 87: Recall Focus Position; 88: Recall Shooting Functions (Hold);
    97: High Frequency Flicker Reduction; 98: Switch FX/DX; 99: View Mode (Photo LV);
    100: Photo Flicker Reduction; 101: Filtered Playback (Select Criteria); 103: Start Series Playback;
    104: View Assist; 105: Hi-Res Zoom+; 106: Hi-Res Zoom-; 108: Override Other Cameras;
    109: DISP - Cycle Information Display (shooting); 110: DISP - Cycle Information Display (playback);
    111: Resume Shooting
    """

  static let nikonLensFunc2Button = """
    0: None; 1: Preview; 3: FV Lock; 4: AE/AF Lock; 5: AE Lock Only; 6: AE Lock (reset on release);
    7: AE Lock (hold); 8: AF Lock Only; 9: AF-On; 10: Flash Disable/Enable; 11: Bracketing Burst;
    12: +NEF(RAW); 18: Virtual Horizon; 19: Synchronized Release; 20: My Menu; 21: My Menu Top Item;
    22: Playback; 23: Rating; 24: Protect; 25: Zoom; 26: Focus Peaking; 28: Image Area; 30: Non-CPU Lens;
    31: Active-D Lighting; 33: 1 Stop Speed/Aperture; 34: White Balance; 35: Metering; 36: Auto Bracketing;
    37: Multiple Exposure; 38: HDR Overlay; 39: Picture Control; 40: Quality; 41: Focus Mode/AF AreaMode;
    42: Select Center Focus Point; 44: Record Movie; 47: Choose Folder; 48: Power Aperture (Open);
    49: Power Aperture (Close); 52: Microphone Sensitivity; 57: Preset Focus Point; 58: AE/AWB Lock (hold);
    59: AF-AreaMode; 60: AF-AreaMode + AF-On; 61: Recall Shooting Functions; 64: Filtered Playback;
    65: Same as AF-On; 66: Voice Memo; 70: Photo Shooting Bank; 71: ISO; 73: Exposure Compensation;
    76: Silent Mode; 78: LiveView Information; 79: AWB Lock (hold); 80: Grid Display; 81: Starlight View;
    82: Select To Send (PC); 83: Select To Send (FTP); 84: Pattern Tone Range; 85: Control Lock;
    86: Save Focus Position; 87: Recall Focus Position; 88: Recall Shooting Functions (Hold);
    97: High Frequency Flicker Reduction; 98: Switch FX/DX; 99: View Mode (Photo LV);
    100: Photo Flicker Reduction; 101: Filtered Playback (Select Criteria); 103: Start Series Playback;
    104: View Assist; 105: Hi-Res Zoom+; 106: Hi-Res Zoom-; 108: Override Other Cameras;
    109: DISP - Cycle Information Display (shooting); 110: DISP - Cycle Information Display (playback);
    111: Resume Shooting
    """

  static let nikonMovieFunc1Button = """
    0: None; 1: Preview; 3: FV Lock; 4: AE/AF Lock; 5: AE Lock Only; 6: AE Lock (reset on release);
    7: AE Lock (hold); 8: AF Lock Only; 9: AF-On; 10: Flash Disable/Enable; 11: Bracketing Burst;
    12: +NEF(RAW); 18: Virtual Horizon; 19: Synchronized Release; 20: My Menu; 21: My Menu Top Item;
    22: Playback; 23: Rating; 24: Protect; 25: Zoom; 26: Focus Peaking; 28: Image Area; 30: Non-CPU Lens;
    31: Active-D Lighting; 33: 1 Stop Speed/Aperture; 34: White Balance; 35: Metering; 36: Auto Bracketing;
    37: Multiple Exposure; 38: HDR Overlay; 39: Picture Control; 40: Quality; 41: Focus Mode/AF AreaMode;
    42: Select Center Focus Point; 44: Record Movie; 47: Choose Folder; 48: Power Aperture (Open);
    49: Power Aperture (Close); 52: Microphone Sensitivity; 57: Preset Focus Point; 58: AE/AWB Lock (hold);
    59: AF-AreaMode; 60: AF-AreaMode + AF-On; 61: Recall Shooting Functions; 64: Filtered Playback;
    65: Same as AF-On; 66: Voice Memo; 70: Photo Shooting Bank; 71: ISO; 73: Exposure Compensation;
    76: Silent Mode; 78: LiveView Information; 79: AWB Lock (hold); 80: Grid Display; 81: Starlight View;
    82: Select To Send (PC); 83: Select To Send (FTP); 84: Pattern Tone Range; 85: Control Lock;
    86: Save Focus Position; 87: Recall Focus Position; 88: Recall Shooting Functions (Hold);
    97: High Frequency Flicker Reduction; 98: Switch FX/DX; 99: View Mode (Photo LV);
    100: Photo Flicker Reduction; 101: Filtered Playback (Select Criteria); 103: Start Series Playback;
    104: View Assist; 105: Hi-Res Zoom+; 106: Hi-Res Zoom-; 108: Override Other Cameras;
    109: DISP - Cycle Information Display (shooting); 110: DISP - Cycle Information Display (playback);
    111: Resume Shooting
    """

  static let nikonMovieFunc2Button = """
    0: None; 1: Preview; 3: FV Lock; 4: AE/AF Lock; 5: AE Lock Only; 6: AE Lock (reset on release);
    7: AE Lock (hold); 8: AF Lock Only; 9: AF-On; 10: Flash Disable/Enable; 11: Bracketing Burst;
    12: +NEF(RAW); 18: Virtual Horizon; 19: Synchronized Release; 20: My Menu; 21: My Menu Top Item;
    22: Playback; 23: Rating; 24: Protect; 25: Zoom; 26: Focus Peaking; 28: Image Area; 30: Non-CPU Lens;
    31: Active-D Lighting; 33: 1 Stop Speed/Aperture; 34: White Balance; 35: Metering; 36: Auto Bracketing;
    37: Multiple Exposure; 38: HDR Overlay; 39: Picture Control; 40: Quality; 41: Focus Mode/AF AreaMode;
    42: Select Center Focus Point; 44: Record Movie; 47: Choose Folder; 48: Power Aperture (Open);
    49: Power Aperture (Close); 52: Microphone Sensitivity; 57: Preset Focus Point; 58: AE/AWB Lock (hold);
    59: AF-AreaMode; 60: AF-AreaMode + AF-On; 61: Recall Shooting Functions; 64: Filtered Playback;
    65: Same as AF-On; 66: Voice Memo; 70: Photo Shooting Bank; 71: ISO; 73: Exposure Compensation;
    76: Silent Mode; 78: LiveView Information; 79: AWB Lock (hold); 80: Grid Display; 81: Starlight View;
    82: Select To Send (PC); 83: Select To Send (FTP); 84: Pattern Tone Range; 85: Control Lock;
    86: Save Focus Position; 87: Recall Focus Position; 88: Recall Shooting Functions (Hold);
    97: High Frequency Flicker Reduction; 98: Switch FX/DX; 99: View Mode (Photo LV);
    100: Photo Flicker Reduction; 101: Filtered Playback (Select Criteria); 103: Start Series Playback;
    104: View Assist; 105: Hi-Res Zoom+; 106: Hi-Res Zoom-; 108: Override Other Cameras;
    109: DISP - Cycle Information Display (shooting); 110: DISP - Cycle Information Display (playback);
    111: Resume Shooting
    """

  static let nikonMovieFunc3Button = """
    0: None; 1: Preview; 3: FV Lock; 4: AE/AF Lock; 5: AE Lock Only; 6: AE Lock (reset on release);
    7: AE Lock (hold); 8: AF Lock Only; 9: AF-On; 10: Flash Disable/Enable; 11: Bracketing Burst;
    12: +NEF(RAW); 18: Virtual Horizon; 19: Synchronized Release; 20: My Menu; 21: My Menu Top Item;
    22: Playback; 23: Rating; 24: Protect; 25: Zoom; 26: Focus Peaking; 28: Image Area; 30: Non-CPU Lens;
    31: Active-D Lighting; 33: 1 Stop Speed/Aperture; 34: White Balance; 35: Metering; 36: Auto Bracketing;
    37: Multiple Exposure; 38: HDR Overlay; 39: Picture Control; 40: Quality; 41: Focus Mode/AF AreaMode;
    42: Select Center Focus Point; 44: Record Movie; 47: Choose Folder; 48: Power Aperture (Open);
    49: Power Aperture (Close); 52: Microphone Sensitivity; 57: Preset Focus Point; 58: AE/AWB Lock (hold);
    59: AF-AreaMode; 60: AF-AreaMode + AF-On; 61: Recall Shooting Functions; 64: Filtered Playback;
    65: Same as AF-On; 66: Voice Memo; 70: Photo Shooting Bank; 71: ISO; 73: Exposure Compensation;
    76: Silent Mode; 78: LiveView Information; 79: AWB Lock (hold); 80: Grid Display; 81: Starlight View;
    82: Select To Send (PC); 83: Select To Send (FTP); 84: Pattern Tone Range; 85: Control Lock;
    86: Save Focus Position; 87: Recall Focus Position; 88: Recall Shooting Functions (Hold);
    97: High Frequency Flicker Reduction; 98: Switch FX/DX; 99: View Mode (Photo LV);
    100: Photo Flicker Reduction; 101: Filtered Playback (Select Criteria); 103: Start Series Playback;
    104: View Assist; 105: Hi-Res Zoom+; 106: Hi-Res Zoom-; 108: Override Other Cameras;
    109: DISP - Cycle Information Display (shooting); 110: DISP - Cycle Information Display (playback);
    111: Resume Shooting
    """

  static let nikonMultiSelectorPlaybackMode = """
    0: None; 1: Preview; 3: FV Lock; 4: AE/AF Lock; 5: AE Lock Only; 6: AE Lock (reset on release);
    7: AE Lock (hold); 8: AF Lock Only; 9: AF-On; 10: Flash Disable/Enable; 11: Bracketing Burst;
    12: +NEF(RAW); 18: Virtual Horizon; 19: Synchronized Release; 20: My Menu; 21: My Menu Top Item;
    22: Playback; 23: Rating; 24: Protect; 25: Zoom; 26: Focus Peaking; 28: Image Area; 30: Non-CPU Lens;
    31: Active-D Lighting; 33: 1 Stop Speed/Aperture; 34: White Balance; 35: Metering; 36: Auto Bracketing;
    37: Multiple Exposure; 38: HDR Overlay; 39: Picture Control; 40: Quality; 41: Focus Mode/AF AreaMode;
    42: Select Center Focus Point; 44: Record Movie; 47: Choose Folder; 48: Power Aperture (Open);
    49: Power Aperture (Close); 52: Microphone Sensitivity; 57: Preset Focus Point; 58: AE/AWB Lock (hold);
    59: AF-AreaMode; 60: AF-AreaMode + AF-On; 61: Recall Shooting Functions; 64: Filtered Playback;
    65: Same as AF-On; 66: Voice Memo; 70: Photo Shooting Bank; 71: ISO; 73: Exposure Compensation;
    76: Silent Mode; 78: LiveView Information; 79: AWB Lock (hold); 80: Grid Display; 81: Starlight View;
    82: Select To Send (PC); 83: Select To Send (FTP); 84: Pattern Tone Range; 85: Control Lock;
    86: Save Focus Position; 87: Recall Focus Position; 88: Recall Shooting Functions (Hold);
    97: High Frequency Flicker Reduction; 98: Switch FX/DX; 99: View Mode (Photo LV);
    100: Photo Flicker Reduction; 101: Filtered Playback (Select Criteria); 103: Start Series Playback;
    104: View Assist; 105: Hi-Res Zoom+; 106: Hi-Res Zoom-; 108: Override Other Cameras;
    109: DISP - Cycle Information Display (shooting); 110: DISP - Cycle Information Display (playback);
    111: Resume Shooting
    """

  static let nikonMultiSelectorShootMode = """
    0: None; 1: Preview; 3: FV Lock; 4: AE/AF Lock; 5: AE Lock Only; 6: AE Lock (reset on release);
    7: AE Lock (hold); 8: AF Lock Only; 9: AF-On; 10: Flash Disable/Enable; 11: Bracketing Burst;
    12: +NEF(RAW); 18: Virtual Horizon; 19: Synchronized Release; 20: My Menu; 21: My Menu Top Item;
    22: Playback; 23: Rating; 24: Protect; 25: Zoom; 26: Focus Peaking; 28: Image Area; 30: Non-CPU Lens;
    31: Active-D Lighting; 33: 1 Stop Speed/Aperture; 34: White Balance; 35: Metering; 36: Auto Bracketing;
    37: Multiple Exposure; 38: HDR Overlay; 39: Picture Control; 40: Quality; 41: Focus Mode/AF AreaMode;
    42: Select Center Focus Point; 44: Record Movie; 47: Choose Folder; 48: Power Aperture (Open);
    49: Power Aperture (Close); 52: Microphone Sensitivity; 57: Preset Focus Point; 58: AE/AWB Lock (hold);
    59: AF-AreaMode; 60: AF-AreaMode + AF-On; 61: Recall Shooting Functions; 64: Filtered Playback;
    65: Same as AF-On; 66: Voice Memo; 70: Photo Shooting Bank; 71: ISO; 73: Exposure Compensation;
    76: Silent Mode; 78: LiveView Information; 79: AWB Lock (hold); 80: Grid Display; 81: Starlight View;
    82: Select To Send (PC); 83: Select To Send (FTP); 84: Pattern Tone Range; 85: Control Lock;
    86: Save Focus Position; 87: Recall Focus Position; 88: Recall Shooting Functions (Hold);
    97: High Frequency Flicker Reduction; 98: Switch FX/DX; 99: View Mode (Photo LV);
    100: Photo Flicker Reduction; 101: Filtered Playback (Select Criteria); 103: Start Series Playback;
    104: View Assist; 105: Hi-Res Zoom+; 106: Hi-Res Zoom-; 108: Override Other Cameras;
    109: DISP - Cycle Information Display (shooting); 110: DISP - Cycle Information Display (playback);
    111: Resume Shooting
    """

  static let nikonVerticalAFOnButton = """
    0: None; 1: Preview; 3: FV Lock; 4: AE/AF Lock; 5: AE Lock Only; 6: AE Lock (reset on release);
    7: AE Lock (hold); 8: AF Lock Only; 9: AF-On; 10: Flash Disable/Enable; 11: Bracketing Burst;
    12: +NEF(RAW); 18: Virtual Horizon; 19: Synchronized Release; 20: My Menu; 21: My Menu Top Item;
    22: Playback; 23: Rating; 24: Protect; 25: Zoom; 26: Focus Peaking; 28: Image Area; 30: Non-CPU Lens;
    31: Active-D Lighting; 33: 1 Stop Speed/Aperture; 34: White Balance; 35: Metering; 36: Auto Bracketing;
    37: Multiple Exposure; 38: HDR Overlay; 39: Picture Control; 40: Quality; 41: Focus Mode/AF AreaMode;
    42: Select Center Focus Point; 44: Record Movie; 47: Choose Folder; 48: Power Aperture (Open);
    49: Power Aperture (Close); 52: Microphone Sensitivity; 57: Preset Focus Point; 58: AE/AWB Lock (hold);
    59: AF-AreaMode; 60: AF-AreaMode + AF-On; 61: Recall Shooting Functions; 64: Filtered Playback;
    65: Same as AF-On; 66: Voice Memo; 70: Photo Shooting Bank; 71: ISO; 73: Exposure Compensation;
    76: Silent Mode; 78: LiveView Information; 79: AWB Lock (hold); 80: Grid Display; 81: Starlight View;
    82: Select To Send (PC); 83: Select To Send (FTP); 84: Pattern Tone Range; 85: Control Lock;
    86: Save Focus Position; 87: Recall Focus Position; 88: Recall Shooting Functions (Hold);
    97: High Frequency Flicker Reduction; 98: Switch FX/DX; 99: View Mode (Photo LV);
    100: Photo Flicker Reduction; 101: Filtered Playback (Select Criteria); 103: Start Series Playback;
    104: View Assist; 105: Hi-Res Zoom+; 106: Hi-Res Zoom-; 108: Override Other Cameras;
    109: DISP - Cycle Information Display (shooting); 110: DISP - Cycle Information Display (playback);
    111: Resume Shooting
    """

  static let nikonVerticalFuncButton = """
    0: None; 1: Preview; 3: FV Lock; 4: AE/AF Lock; 5: AE Lock Only; 6: AE Lock (reset on release);
    7: AE Lock (hold); 8: AF Lock Only; 9: AF-On; 10: Flash Disable/Enable; 11: Bracketing Burst;
    12: +NEF(RAW); 18: Virtual Horizon; 19: Synchronized Release; 20: My Menu; 21: My Menu Top Item;
    22: Playback; 23: Rating; 24: Protect; 25: Zoom; 26: Focus Peaking; 28: Image Area; 30: Non-CPU Lens;
    31: Active-D Lighting; 33: 1 Stop Speed/Aperture; 34: White Balance; 35: Metering; 36: Auto Bracketing;
    37: Multiple Exposure; 38: HDR Overlay; 39: Picture Control; 40: Quality; 41: Focus Mode/AF AreaMode;
    42: Select Center Focus Point; 44: Record Movie; 47: Choose Folder; 48: Power Aperture (Open);
    49: Power Aperture (Close); 52: Microphone Sensitivity; 57: Preset Focus Point; 58: AE/AWB Lock (hold);
    59: AF-AreaMode; 60: AF-AreaMode + AF-On; 61: Recall Shooting Functions; 64: Filtered Playback;
    65: Same as AF-On; 66: Voice Memo; 70: Photo Shooting Bank; 71: ISO; 73: Exposure Compensation;
    76: Silent Mode; 78: LiveView Information; 79: AWB Lock (hold); 80: Grid Display; 81: Starlight View;
    82: Select To Send (PC); 83: Select To Send (FTP); 84: Pattern Tone Range; 85: Control Lock;
    86: Save Focus Position; 87: Recall Focus Position; 88: Recall Shooting Functions (Hold);
    97: High Frequency Flicker Reduction; 98: Switch FX/DX; 99: View Mode (Photo LV);
    100: Photo Flicker Reduction; 101: Filtered Playback (Select Criteria); 103: Start Series Playback;
    104: View Assist; 105: Hi-Res Zoom+; 106: Hi-Res Zoom-; 108: Override Other Cameras;
    109: DISP - Cycle Information Display (shooting); 110: DISP - Cycle Information Display (playback);
    111: Resume Shooting
    """
}
