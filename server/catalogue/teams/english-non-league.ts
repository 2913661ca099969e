/** Clubs below the Football League: in the National League, or in the FA Cup and its qualifying rounds. */
export const nonLeagueClubTable = `
AFC Blackpool |
AFC Liverpool |
AFC Mansfield |
AFC Fylde | Fylde | FYL
AFC Telford United | Telford, Telford United, AFC Telford, Telford Utd
AFC Totton | Totton
AFC Rushden & Diamonds | Rushden, Rushden & Diamonds, Rushden & D, Rushden and D
AFC Sudbury | Sudbury
AFC Hornchurch | Hornchurch
AFC Stamford |
AFC Croydon Athletic | Croydon Athletic
AFC Whyteleafe | Whyteleafe
Aldershot Town | Aldershot | ALD
Alfreton Town | Alfreton
Altrincham | Alty | ALT
Alvechurch |
Ashton United | Ashton Utd
Aveley |
Aylesbury United | Aylesbury
Banbury United | Banbury
Barking |
Barwell |
Basford United | Basford
Basingstoke Town | Basingstoke
Bath City | Bath
Bedford Town | Bedford
Berkhamsted |
Billericay Town | Billericay
Bishop's Stortford | Bishops Stortford, Stortford
Blyth Spartans | Blyth
Bognor Regis Town | Bognor Regis, Bognor
Boreham Wood | Borehamwood, B Wood | BOW
Boston United | Boston, Boston Utd
Bowers & Pitsea | Bowers and Pitsea
Brackley Town | Brackley | BKL
Bradford Park Avenue | Bradford PA, Bradford (Park Avenue), Bradford P A, Bradford Park Ave
Braintree Town | Braintree | BRN
Brentwood Town | Brentwood
Burgess Hill Town | Burgess Hill
Buxton |
Canvey Island |
Carshalton Athletic | Carshalton
Chatham Town | Chatham
Chelmsford City | Chelmsford
Chertsey Town | Chertsey
Chester | Chester FC, Chester City
Chesham United | Chesham
Cheshunt |
Chichester City | Chichester
Chippenham Town | Chippenham
Chorley |
Coalville Town | Coalville
Concord Rangers | Concord
Corby Town | Corby
Cray Valley Paper Mills | Cray Valley PM, Cray Valley, Cray Valley (PM)
Cray Wanderers | Cray, Cray Wands
Curzon Ashton | Curzon
Dagenham & Redbridge | Dagenham and Redbridge, Dag & Red, Dag and Red, Dagenham, Dagenham & R, Dag Red, Dag &
  Redbridge, Dagenham Redbridge, Dagenham & Red | DAG
Darlington | Darlington 1883, Darlington FC | DAR
Dartford |
Deal Town |
Didcot Town | Didcot
Dorchester Town | Dorchester
Dorking Wanderers | Dorking
Dover Athletic | Dover
Dulwich Hamlet | Dulwich
Dunston UTS | Dunston
East Thurrock United | East Thurrock
Eastbourne Borough | Eastbourne
Eastleigh | | EAS
Ebbsfleet United | Ebbsfleet, Ebbsfleet Utd, Gravesend & Northfleet | EBB
Enfield Town |
Evesham United | Evesham
FC Halifax Town | Halifax Town, Halifax, FC Halifax, AFC Halifax | HAL
FC United of Manchester | FC United, FC United Manchester, FCUM, FC Utd of Manchester, FC United of Man
Farnborough | Farnborough Town
Farnham Town | Farnham
Farsley Celtic | Farsley
Flackwell Heath |
Folkestone Invicta | Folkestone
Frome Town | Frome
Gainsborough Trinity | Gainsborough, G'borough Trinity
Gateshead | | GAT
Gloucester City | Gloucester
Gosport Borough | Gosport
Grays Athletic | Grays
Guernsey |
Guiseley |
Halesowen Town | Halesowen
Hampton & Richmond Borough | Hampton & Richmond, Hampton and Richmond, Hampton & Rich, Hamp & Rich
Hanley Town | Hanley
Hanworth Villa |
Harborough Town | Harborough
Haringey Borough | Haringey
Harlow Town | Harlow
Harrow Borough | Harrow
Hashtag United | Hashtag
Hastings United | Hastings
Havant & Waterlooville | Havant and Waterlooville, Havant, Havant & Waterloo
Hayes & Yeading United | Hayes & Yeading, Hayes and Yeading
Hebburn Town | Hebburn
Hednesford Town | Hednesford
Hemel Hempstead Town | Hemel Hempstead, Hemel
Hendon |
Hereford | Hereford FC, Hereford United
Hitchin Town | Hitchin
Horsham |
Hungerford Town | Hungerford
Hyde United | Hyde
Ilkeston Town | Ilkeston
Kettering Town | Kettering
Kidderminster Harriers | Kidderminster, Kidderminster H, Kiddy Harriers | KID
King's Lynn Town | Kings Lynn, King's Lynn, Kings Lynn Town | KLT
Kingstonian |
Lancaster City | Lancaster
Leamington | Leamington FC
Leatherhead |
Leek Town | Leek
Leiston |
Lewes |
Long Eaton United | Long Eaton
Lowestoft Town | Lowestoft
Macclesfield | Macclesfield Town, Macclesfield FC | MAC
Maidenhead United | Maidenhead, Maidenhead Utd | MAI
Maidstone United | Maidstone, Maidstone Utd | MDS
Maldon & Tiptree | Maldon and Tiptree
Marine | Marine AFC
Margate |
Marske United | Marske
Matlock Town | Matlock
Merthyr Town | Merthyr, Merthyr Tydfil
Metropolitan Police | Met Police
Mickleover | Mickleover Sports
Morpeth Town | Morpeth
Needham Market |
Newcastle Town |
North Ferriby | North Ferriby United
Nantwich Town | Nantwich
Nuneaton Borough | Nuneaton, Nuneaton Town
Oxford City |
Oxhey Jets |
Peterborough Sports | P'boro Sports, Peterboro Sports
Poole Town | Poole
Potters Bar Town | Potters Bar
Quorn |
Racing Club Warwick | Racing Warwick
Radcliffe | Radcliffe FC, Radcliffe Borough
Ramsgate |
Redditch United | Redditch
Royston Town | Royston
Rugby Town |
Rushall Olympic | Rushall
Scarborough Athletic | Scarborough
Sheffield FC | Sheffield Football Club
Sheppey United | Sheppey
Shildon |
Sholing |
Shepshed Dynamo | Shepshed
Sittingbourne |
Slough Town | Slough
Solihull Moors | Solihull, Solihull M | SOL
South Shields | S Shields
Southend United | Southend, Southend Utd | STH
Southport | | SPT
Spalding United | Spalding
Spennymoor Town | Spennymoor
St Albans City | St Albans, Saint Albans, St. Albans City
St Ives Town | St Ives
Stafford Rangers | Stafford
Stalybridge Celtic | Stalybridge
Stamford | Stamford AFC
Stockton Town |
Stourbridge |
Stratford Town |
Sutton Coldfield Town | Sutton Coldfield
Swindon Supermarine | Supermarine
Tamworth | | TAM
Taunton Town | Taunton
Tiverton Town | Tiverton
Tonbridge Angels | Tonbridge
Torquay United | Torquay, Torquay Utd | TOR
Truro City | Truro | TRU
Walthamstow | Walthamstow FC
Walton & Hersham | Walton and Hersham
Warrington Town | Warrington
Wealdstone | | WEA
Welling United | Welling
Wembley |
Westfield |
Weston-super-Mare | Weston Super Mare AFC, Weston SM, Weston, Weston-s-Mare, Weston S Mare
Weymouth |
Whitby Town | Whitby
Whitehawk |
Whitstable Town | Whitstable
Wimborne Town | Wimborne
Wingate & Finchley | Wingate and Finchley, Wingate & F
Winchester City | Winchester
Witham Town | Witham
Woking | | WOK
Worcester City |
Worksop Town | Worksop
Worthing |
Yate Town | Yate
`;
