// The functions of expat that the shim calls. One that is called but is not named here works too, but makes the
// dynamic linker load the library at every start again.
LATE(XML_ErrorString)
LATE(XML_GetCurrentByteIndex)
LATE(XML_GetCurrentLineNumber)
LATE(XML_GetErrorCode)
LATE(XML_Parse)
LATE(XML_ParserCreate)
LATE(XML_ParserFree)
LATE(XML_SetCharacterDataHandler)
LATE(XML_SetElementHandler)
LATE(XML_SetStartDoctypeDeclHandler)
LATE(XML_SetUserData)
LATE(XML_StopParser)
